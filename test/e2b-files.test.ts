import { FileNotFoundError, FileType, InvalidArgumentError, type Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

const HOME = '/home/user'

let server: E2bServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await openE2bSandbox(server)
})
afterAll(() => server.close())

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('content', () => {
  test('is read in every form unchanged', async () => {
    const text = 'Größe 😀 '.repeat(10_000)
    expect(await sandbox.files.write('dir/any.txt', text)).toEqual({
      ...{ name: 'any.txt', path: `${HOME}/dir/any.txt`, type: 'file' },
    })
    expect(await sandbox.files.read('dir/any.txt')).toBe(text)
    expect(await sandbox.files.read('~/dir/any.txt', { gzip: true })).toBe(text)
    expect(Buffer.from(await sandbox.files.read('dir/any.txt', { format: 'bytes' })).toString()).toBe(text)
    expect(await (await sandbox.files.read('dir/any.txt', { format: 'blob' })).text()).toBe(text)
    const stream = await sandbox.files.read('dir/any.txt', { format: 'stream' })
    expect((await bytesOf(stream as never)).toString()).toBe(text)
  })

  test('may be empty, in every form', async () => {
    await sandbox.files.write('empty.txt', '')
    expect(await sandbox.files.read('empty.txt')).toBe('')
    expect(await sandbox.files.read('empty.txt', { gzip: true })).toBe('')
    expect((await sandbox.files.read('empty.txt', { format: 'bytes' })).length).toBe(0)
    expect((await sandbox.files.read('empty.txt', { format: 'blob' })).size).toBe(0)
    expect((await bytesOf((await sandbox.files.read('empty.txt', { format: 'stream' })) as never)).length).toBe(0)
  })

  test('comes as a form, as plain bytes, as a stream, and compressed', async () => {
    const text = 'Streamed upload. '.repeat(10_000)
    for (const options of [{}, { useOctetStream: true }, { gzip: true }, { useOctetStream: true, gzip: true }]) {
      await sandbox.files.write('up.bin', new Blob([text]).stream(), options)
      expect(await sandbox.files.read('up.bin'), JSON.stringify(options)).toBe(text)
      await sandbox.files.write('up.bin', 'short', options)
      expect(await sandbox.files.read('up.bin'), JSON.stringify(options)).toBe('short')
    }
  })

  test('comes for many files in one request, each to its own path', async () => {
    const files = Array.from({ length: 20 }, (_, at) => ({ path: `many/${at}/ü ${at}.txt`, data: `file ${at}` }))
    const written = await sandbox.files.write(files)
    expect(written.map(({ path }) => path)).toEqual(files.map(({ path }) => `${HOME}/${path}`))
    for (const { path, data } of files) expect(await sandbox.files.read(path)).toBe(data)
    expect(await sandbox.files.write([])).toEqual([])
  })

  test('is reported missing when it does not exist; a directory has none', async () => {
    await expect(sandbox.files.read('missing.txt')).rejects.toThrow(FileNotFoundError)
    await expect(sandbox.files.read('missing.txt', { format: 'stream' })).rejects.toThrow(FileNotFoundError)
    await expect(sandbox.files.read('/tmp')).rejects.toThrow(InvalidArgumentError)
    await expect(sandbox.files.write('/tmp', 'text')).rejects.toThrow(InvalidArgumentError)
  })
})

describe('a path', () => {
  test('is described with all its attributes', async () => {
    await sandbox.files.write('info/test_file.txt', 'test')
    expect(await sandbox.files.getInfo('info/test_file.txt')).toEqual({
      ...{ name: 'test_file.txt', path: `${HOME}/info/test_file.txt`, type: FileType.FILE, size: 4 },
      ...{ mode: 0o644, permissions: '-rw-r--r--', owner: 'user', group: 'user' },
      modifiedTime: expect.any(Date),
      ...{ symlinkTarget: undefined, metadata: undefined },
    })
    expect(await sandbox.files.getInfo('info')).toMatchObject({
      ...{ name: 'info', type: FileType.DIR, mode: 0o755, permissions: 'drwxr-xr-x', owner: 'user' },
    })
    await expect(sandbox.files.getInfo('info/none')).rejects.toThrow(FileNotFoundError)
    expect(await sandbox.files.exists('info/test_file.txt')).toBe(true)
    expect(await sandbox.files.exists('info/none')).toBe(false)
  })

  test('gives its target, and the file there, when it is a link', async () => {
    await sandbox.files.write('links/real.txt', 'test')
    await sandbox.commands.run('cd links && ln -s real.txt one && ln -s one two && ln -s none broken')
    expect(await sandbox.files.getInfo('links/two')).toMatchObject({
      ...{ name: 'two', path: `${HOME}/links/two`, type: FileType.FILE, mode: 0o644, permissions: 'Lrwxrwxrwx' },
      symlinkTarget: `${HOME}/links/real.txt`,
    })
    expect(await sandbox.files.read('links/two')).toBe('test')
    // A dangling link has no type, and E2B's SDK leaves such entries out.
    const names = (await sandbox.files.list('links')).map(({ name }) => name)
    expect(names).toEqual(['one', 'real.txt', 'two'])
  })

  test('is made, moved and removed', async () => {
    expect(await sandbox.files.makeDir('made/deep')).toBe(true)
    expect(await sandbox.files.makeDir('made/deep')).toBe(false)
    await sandbox.files.write('made/old.txt', 'text')
    await expect(sandbox.files.makeDir('made/old.txt')).rejects.toThrow(InvalidArgumentError)
    const moved = await sandbox.files.rename('made/old.txt', 'made/further/new.txt')
    expect(moved).toMatchObject({ name: 'new.txt', path: `${HOME}/made/further/new.txt`, type: 'file' })
    expect(await sandbox.files.exists('made/old.txt')).toBe(false)
    await expect(sandbox.files.rename('made/none', 'made/other')).rejects.toThrow(FileNotFoundError)
    await sandbox.files.remove('made')
    await sandbox.files.remove('made')
    expect(await sandbox.files.exists('made')).toBe(false)
  })

  test('is listed to the requested depth, parents first, in order', async () => {
    for (const path of ['a/x', 'a/y', 'b/z']) await sandbox.files.makeDir(`tree/${path}`)
    await sandbox.files.write('tree/file.txt', 'Hello')
    const paths = async (depth?: number) =>
      (await sandbox.files.list('tree', depth ? { depth } : {})).map(({ path }) => path.slice(`${HOME}/tree/`.length))
    expect(await paths()).toEqual(['a', 'b', 'file.txt'])
    expect(await paths(1)).toEqual(['a', 'b', 'file.txt'])
    expect(await paths(3)).toEqual(['a', 'a/x', 'a/y', 'b', 'b/z', 'file.txt'])
    await expect(sandbox.files.list('tree/none')).rejects.toThrow(FileNotFoundError)
    await expect(sandbox.files.list('tree/file.txt')).rejects.toThrow(InvalidArgumentError)
  })
})

describe('metadata', () => {
  const metadata = { author: 'mish', purpose: 'upload' }

  test('stays with its file until the file is written again', async () => {
    for (const options of [{}, { useOctetStream: true }]) {
      const info = await sandbox.files.write('meta/one.txt', 'x', { metadata, ...options })
      expect(info.metadata).toEqual(metadata)
      expect((await sandbox.files.getInfo('meta/one.txt')).metadata).toEqual(metadata)
    }
    expect((await sandbox.files.list('meta')).map((entry) => entry.metadata)).toEqual([metadata])
    expect((await sandbox.files.rename('meta/one.txt', 'meta/two.txt')).metadata).toEqual(metadata)
    expect((await sandbox.files.write('meta/two.txt', 'y')).metadata).toBeUndefined()
    expect((await sandbox.files.getInfo('meta/two.txt')).metadata).toBeUndefined()
  })

  test('is reported too when a program sets it itself', async () => {
    await sandbox.files.write('meta/own.txt', 'x')
    await sandbox.commands.run(
      `python3 -c "import os; os.setxattr('meta/own.txt', 'user.e2b.author', b'me'); os.setxattr('meta/own.txt', 'user.x', b'y')"`,
    )
    expect((await sandbox.files.getInfo('meta/own.txt')).metadata).toEqual({ author: 'me' })
  })
})
