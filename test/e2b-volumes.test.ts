import { Volume, VolumeError, VolumeNotFoundError, VolumePathNotFoundError } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
/** Options of the calls for content. */
let there: { apiUrl: string }
beforeAll(async () => {
  server = await startE2bServer()
  there = { apiUrl: server.url }
})
afterAll(() => server.close())

let made = 0
const makeVolume = () => Volume.create(`volume-${++made}`, server.options)

describe('volumes through the official SDK', () => {
  it('are made, found by id, listed and destroyed', async () => {
    const volume = await Volume.create('Life-cycle_1', server.options)
    expect(volume.name).toBe('Life-cycle_1')
    expect(volume.token).not.toBe('')
    expect(await Volume.getInfo(volume.volumeId, server.options)).toMatchObject({ name: 'Life-cycle_1' })
    const again = await Volume.connect(volume.volumeId, server.options)
    await again.writeFile('a', 'text', there)
    expect(await volume.readFile('a', there)).toBe('text')
    const listed = await Volume.list(server.options)
    expect(listed).toContainEqual({ volumeId: volume.volumeId, name: 'Life-cycle_1' })
    await expect(Volume.create('Life-cycle_1', server.options)).rejects.toThrow(VolumeError)
    expect(await Volume.destroy(volume.volumeId, server.options)).toBe(true)
    expect(await Volume.destroy(volume.volumeId, server.options)).toBe(false)
    await expect(Volume.getInfo(volume.volumeId, server.options)).rejects.toThrow(VolumeNotFoundError)
    await expect(volume.readFile('a', there)).rejects.toThrow(VolumePathNotFoundError)
  })

  it('accept and give files in every form, empty ones too', async () => {
    const volume = await makeVolume()
    const text = 'Grüße, 世界'
    const bytes = new TextEncoder().encode(text)
    const forms = { text, buffer: bytes.buffer, blob: new Blob([text]), stream: new Blob([text]).stream() }
    for (const [name, data] of Object.entries(forms)) {
      const entry = await volume.writeFile(`/${name}`, data, there)
      expect(entry).toMatchObject({ name, type: 'file', path: `/${name}`, size: bytes.length, mode: 0o644 })
      expect(Math.abs(entry.mtime.getTime() - Date.now())).toBeLessThan(60_000)
      expect(await volume.readFile(name, there)).toBe(text)
      expect(await volume.readFile(name, { format: 'bytes', ...there })).toEqual(bytes)
      expect(await (await volume.readFile(name, { format: 'blob', ...there })).text()).toBe(text)
      expect(await new Response(await volume.readFile(name, { format: 'stream', ...there })).text()).toBe(text)
    }
    await volume.writeFile('empty', '', there)
    expect(await volume.readFile('empty', there)).toBe('')
    expect(await volume.readFile('empty', { format: 'bytes', ...there })).toHaveLength(0)
  })

  it('carry large files as they come', async () => {
    const volume = await makeVolume()
    const piece = new Uint8Array(1_048_576).map((_, at) => at % 251)
    let left = 12
    const pull = (controller: ReadableStreamDefaultController) =>
      left-- > 0 ? controller.enqueue(piece) : controller.close()
    const entry = await volume.writeFile('large', new ReadableStream({ pull }), there)
    expect(entry.size).toBe(12 * piece.length)
    const found = await volume.readFile('large', { format: 'bytes', ...there })
    expect(Buffer.from(found.subarray(11 * piece.length)).equals(piece)).toBe(true)
  })

  it('replace a file only on request, and make no directories for it', async () => {
    const volume = await makeVolume()
    await volume.writeFile('a', 'one', there)
    await expect(volume.writeFile('a', 'two', there)).rejects.toThrow(VolumeError)
    await expect(volume.writeFile('a', 'two', { force: false, ...there })).rejects.toThrow(/409/)
    expect(await volume.readFile('a', there)).toBe('one')
    await volume.writeFile('a', 'two', { force: true, ...there })
    expect(await volume.readFile('a', there)).toBe('two')
    await expect(volume.writeFile('no/where', 'x', there)).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.writeFile('a/below', 'x', there)).rejects.toThrow(VolumeError)
    await expect(volume.writeFile('../outside', 'x', there)).rejects.toThrow(/400/)
  })

  it('keep mode and owner, and change them', async () => {
    const volume = await makeVolume()
    const placing = { uid: 1002, gid: 1003, mode: 0o600 }
    expect(await volume.writeFile('file', 'x', { ...placing, ...there })).toMatchObject(placing)
    expect(await volume.makeDir('dir', { ...placing, ...there })).toMatchObject({ ...placing, type: 'directory' })
    expect(await volume.getInfo('/file', there)).toMatchObject(placing)
    expect(await volume.writeFile('file', 'other', { force: true, ...there })).toMatchObject(placing)
    expect(await volume.updateMetadata('file', { mode: 0o755 }, there)).toMatchObject({ ...placing, mode: 0o755 })
    expect(await volume.updateMetadata('dir', { uid: 7 }, there)).toMatchObject({ ...placing, uid: 7 })
    expect(await volume.readFile('file', there)).toBe('other')
    await expect(volume.updateMetadata('none', { mode: 0o644 }, there)).rejects.toThrow(VolumePathNotFoundError)
    expect(await volume.writeFile('plain', '', there)).toMatchObject({ uid: 1000, gid: 1000 })
  })

  it('have directories, listed to the requested depth', async () => {
    const volume = await makeVolume()
    await expect(volume.makeDir('a/b/c', there)).rejects.toThrow(VolumePathNotFoundError)
    await volume.makeDir('a/b/c', { force: true, ...there })
    await expect(volume.makeDir('a/b/c', there)).rejects.toThrow(VolumeError)
    await volume.makeDir('//a/b/c/', { force: true, ...there })
    await volume.writeFile('a/b/file', 'x', there)
    const names = async (path: string, depth?: number) =>
      (await volume.list(path, { ...(depth !== undefined && { depth }), ...there })).map((entry) => entry.path)
    expect(await names('/')).toEqual(['/a'])
    expect(await names('/', 9)).toEqual(['/a', '/a/b', '/a/b/c', '/a/b/file'])
    expect(await names('a/', 2)).toEqual(['/a/b', '/a/b/c', '/a/b/file'])
    expect(await volume.getInfo('/', there)).toMatchObject({ type: 'directory', path: '/' })
    await expect(volume.list('none', there)).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.list('a/b/file', there)).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.readFile('a/b', there)).rejects.toThrow(VolumePathNotFoundError)
  })

  it('lose files, and directories with everything in them', async () => {
    const volume = await makeVolume()
    await volume.makeDir('a/b', { force: true, ...there })
    await volume.writeFile('a/b/file', 'x', there)
    await volume.remove('a', there)
    expect(await volume.exists('a/b/file', there)).toBe(false)
    await expect(volume.remove('a', there)).rejects.toThrow(VolumePathNotFoundError)
  })

  it('are opened by their own token alone', async () => {
    const [volume, other] = [await makeVolume(), await makeVolume()]
    await volume.writeFile('a', 'secret', there)
    const last = volume.token.endsWith('A') ? 'B' : 'A'
    const forged = [
      other.token,
      `${volume.token.slice(0, -1)}${last}`,
      volume.token.slice(0, -9),
      server.key,
      'vol_.',
      '',
    ]
    for (const token of forged) {
      const answer = await fetch(`${server.url}/volumecontent/${volume.volumeId}/file?path=a`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        401,
        { code: 401, error_code: 'volume_token_refused' },
      ])
    }
    const stranger = { ...server.options, apiKey: server.otherKey }
    await expect(Volume.getInfo(volume.volumeId, stranger)).rejects.toThrow(VolumeNotFoundError)
    expect(await Volume.destroy(volume.volumeId, stranger)).toBe(false)
    expect(await Volume.list(stranger)).toEqual([])
    await Volume.create(volume.name, stranger)
    expect(await volume.readFile('a', there)).toBe('secret')
  })
})
