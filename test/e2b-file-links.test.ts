import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { getSignature, InvalidArgumentError, NotEnoughSpaceError, type Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox
let token: string

beforeAll(async () => {
  server = await startE2bServer({ env: { ANNEAL_MACHINE_DISK_MB: '16' } })
  sandbox = await openE2bSandbox(server, { env: { FOO: 'bar' } })
  token = String((await server.engine.machines.get(sandbox.sandboxId, 'ada')).accessToken)
  await sandbox.files.write('hello.txt', 'hello world')
})
afterAll(() => server.close())

/** Sends no token, unless it is among the headers. */
const ask = (
  path: string,
  { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => fetch(new URL(path, server.url), { ...init, headers: { 'e2b-sandbox-id': sandbox.sandboxId, ...headers } })
const askIn: typeof ask = (path, init = {}) =>
  ask(path, { ...init, headers: { 'x-access-token': token, ...init.headers } })

async function form(...files: [name: string, content: string][]): Promise<FormData> {
  const data = new FormData()
  for (const [name, content] of files) data.append('file', new Blob([content]), name)
  return data
}

describe('a link', () => {
  test('opens one file until its time is over when it is signed', async () => {
    const good = await ask(await sandbox.downloadUrl('hello.txt', { useSignatureExpiration: 10_000 }))
    expect([good.status, await good.text()]).toEqual([200, 'hello world'])
    expect((await ask(await sandbox.downloadUrl('hello.txt'))).status).toBe(200)
    const late = await ask(await sandbox.downloadUrl('hello.txt', { useSignatureExpiration: -10_000 }))
    expect(late.status).toBe(401)
    expect(await late.json()).toEqual({ code: 401, message: 'signature is already expired' })
  })

  test('takes a file for writing, and refuses it later in the same words', async () => {
    const data = new FormData()
    data.append('file', 'file content')
    const body = { method: 'POST', body: data }
    const good = await ask(await sandbox.uploadUrl('up.txt', { useSignatureExpiration: 10_000 }), body)
    expect(good.status).toBe(200)
    expect(await good.json()).toEqual([{ name: 'up.txt', path: '/home/user/up.txt', type: 'file' }])
    expect(await sandbox.files.read('up.txt')).toBe('file content')
    const late = await ask(await sandbox.uploadUrl('up.txt', { useSignatureExpiration: -10_000 }), body)
    expect(await late.json()).toEqual({ code: 401, message: 'signature is already expired' })
  })

  test('opens nothing but the signed file', async () => {
    const url = new URL(await sandbox.downloadUrl('hello.txt'))
    const body = await form(['x', 'y'])
    expect((await ask(url.href, { method: 'POST', body })).status).toBe(401)
    for (const [name, value] of [
      ['path', 'up.txt'],
      ['username', 'root'],
      ['signature_expiration', '9999999999'],
      ['signature', 'v1_forged'],
    ] as const) {
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      expect(await (await ask(changed.href)).json(), name).toEqual({ code: 401, message: 'invalid signature' })
    }
    const other = await getSignature({
      path: 'hello.txt',
      operation: 'read',
      user: '',
      envdAccessToken: 'f'.repeat(40),
    })
    url.searchParams.set('signature', other.signature)
    expect((await ask(url.href)).status).toBe(401)
    expect((await ask('/files?path=hello.txt')).status).toBe(401)
  })
})

describe('a download', () => {
  test('may be a part of the file', async () => {
    const part = async (range: string) => {
      const answer = await askIn('/files?path=hello.txt', { headers: { range } })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=0-4')).toEqual([206, 'bytes 0-4/11', 'hello'])
    expect(await part('bytes=6-')).toEqual([206, 'bytes 6-10/11', 'world'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 8-10/11', 'rld'])
    expect(await part('bytes=5-999')).toEqual([206, 'bytes 5-10/11', ' world'])
    const [status, range] = await part('bytes=11-')
    expect([status, range]).toEqual([416, 'bytes */11'])
    expect((await part('nonsense')).slice(0, 2)).toEqual([200, null])
  })

  test('is compressed on request, and refused in an unknown encoding', async () => {
    const packed = await askIn('/files?path=hello.txt', { headers: { 'accept-encoding': 'gzip' } })
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['gzip', 'hello world'])
    const plain = await askIn('/files?path=hello.txt', { headers: { 'accept-encoding': 'gzip, deflate' } })
    expect([plain.headers.get('content-encoding'), plain.headers.get('content-length')]).toEqual([null, '11'])
    expect((await askIn('/files?path=hello.txt', { headers: { 'accept-encoding': 'br, *;q=0' } })).status).toBe(406)
  })

  test('is whole for files of the kernel, which have no size', async () => {
    const answer = await askIn('/files?path=/proc/version')
    expect(await answer.text()).toMatch(/^Linux/)
  })

  test('of anything but a file is refused with a status of its own', async () => {
    const told = async (path: string) => (await askIn(path)).json()
    expect(await told('/files?path=none')).toEqual({ code: 404, message: "path '/home/user/none' does not exist" })
    expect(await told('/files?path=/tmp')).toEqual({ code: 400, message: "path '/tmp' is a directory" })
    expect(await told('/files?path=a&username=nobody-here')).toMatchObject({ code: 401 })
  })
})

describe('an upload', () => {
  test('is accepted compressed or not, in a form or plain', async () => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' } }
    expect((await askIn('/files?path=packed', { ...sent, body: gzipSync('was packed') })).status).toBe(200)
    expect(await sandbox.files.read('packed')).toBe('was packed')
    const torn = await askIn('/files?path=packed', { ...sent, body: gzipSync('other text').subarray(0, 20) })
    expect(torn.status).toBe(400)
    expect(await sandbox.files.read('packed')).toBe('was packed')
    const unknown = { ...sent, headers: { ...sent.headers, 'content-encoding': 'br' }, body: 'x' }
    expect((await askIn('/files?path=packed', unknown)).status).toBe(400)
  })

  test('changes nothing when it cannot be understood', async () => {
    const type = 'multipart/form-data; boundary=b'
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="torn.txt"\r\n\r\n'
    const status = async (body: string, contentType = type) =>
      (await askIn('/files', { method: 'POST', headers: { 'content-type': contentType }, body })).status
    expect(await status(`${head}half of it`)).toBe(400)
    expect(await status('no form at all')).toBe(400)
    expect(await status(head, 'multipart/form-data')).toBe(400)
    expect(await status('{}', 'application/json')).toBe(400)
    expect(await status('x', 'application/octet-stream')).toBe(400)
    expect(await sandbox.files.exists('torn.txt')).toBe(false)
  })

  test('takes one file for one path, and any number of files with names of their own', async () => {
    const send = async (path: string, body: FormData) => askIn(path, { method: 'POST', body })
    expect((await send('/files?path=one', await form(['a', '1'], ['b', '2']))).status).toBe(400)
    expect((await send('/files', await form(['same', '1'], ['./same', '2']))).status).toBe(400)
    const two = await send('/files', await form(['/tmp/one', '1'], ['in/two', '2']))
    expect(await two.json()).toEqual([
      { path: '/tmp/one', name: 'one', type: 'file' },
      { path: '/home/user/in/two', name: 'two', type: 'file' },
    ])
    const other = new FormData()
    other.append('comment', 'is no file')
    expect(await (await send('/files', other)).json()).toEqual([])
  })

  test('is refused when it does not fit, whatever else is still on its way, and the old file stays', async () => {
    await sandbox.files.write('room.txt', 'old')
    const big = 'x'.repeat(20_000_000)
    await expect(sandbox.files.write('room.txt', big)).rejects.toThrow(NotEnoughSpaceError)
    await expect(sandbox.files.write('room.txt', big, { useOctetStream: true })).rejects.toThrow(NotEnoughSpaceError)
    expect(await sandbox.files.read('room.txt')).toBe('old')
    const noise = Uint8Array.from(randomBytes(5_000_000)).buffer
    await expect(sandbox.files.write('/tmp', noise, { gzip: true })).rejects.toThrow(InvalidArgumentError)
    expect(await sandbox.files.read('room.txt')).toBe('old')
  })

  test('leaves the old file when its sender leaves', async () => {
    await sandbox.files.write('kept.txt', 'old')
    const leaving = new AbortController()
    async function* never() {
      yield Buffer.from('new')
      leaving.abort()
      await new Promise(() => {})
    }
    const headers = { 'content-type': 'application/octet-stream' }
    const body = ReadableStream.from(never())
    const init = { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal } as const
    await expect(askIn('/files?path=kept.txt', init)).rejects.toThrow()
    expect(await sandbox.files.read('kept.txt')).toBe('old')
  })
})

test('files are joined into one, and removed', async () => {
  await sandbox.files.write([
    { path: 'part/1', data: 'one ' },
    { path: 'part/2', data: 'two' },
  ])
  const body = JSON.stringify({ source_paths: ['part/1', 'part/2'], destination: 'whole/file' })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  expect((await ask('/files/compose', init)).status).toBe(401)
  const answer = await askIn('/files/compose', init)
  expect(await answer.json()).toEqual({ path: '/home/user/whole/file', name: 'file', type: 'file' })
  expect(await sandbox.files.read('whole/file')).toBe('one two')
  expect(await sandbox.files.list('part')).toEqual([])
  expect((await askIn('/files/compose', init)).status).toBe(404)
})

test('health is open to everybody, variables and use need the token, and nothing of the server is shown', async () => {
  expect((await ask('/health')).status).toBe(204)
  expect((await ask('/envs')).status).toBe(401)
  expect(await (await askIn('/envs')).json()).toEqual({
    ...{ E2B_SANDBOX: 'true', E2B_SANDBOX_ID: sandbox.sandboxId, E2B_TEMPLATE_ID: 'base' },
    FOO: 'bar',
  })
  expect(await (await askIn('/metrics')).json()).toMatchObject({
    ...{ cpu_count: expect.any(Number), mem_used: expect.any(Number), disk_total: expect.any(Number) },
  })
  for (const path of ['/init', '/freeze', '/process.Process/None', '/__proto__/x']) {
    expect((await askIn(path, { method: 'POST', body: '{}' })).status, path).toBe(404)
  }
})

test('attack: a machine without the home of its user still reports its use', async () => {
  const other = await openE2bSandbox(server)
  const { accessToken } = await server.engine.machines.get(other.sandboxId, 'ada')
  await other.commands.run('rm -rf /home/user', { user: 'root', cwd: '/' })
  const headers = { 'e2b-sandbox-id': other.sandboxId, 'x-access-token': String(accessToken) }
  const answer = await fetch(new URL('/metrics', server.url), { headers })
  expect([answer.status, await answer.json()]).toMatchObject([200, { disk_total: expect.any(Number) }])
  await other.kill()
})

test('a download, compressed or not, adds so few listeners that Node does not warn', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => void warnings.push(message)
  process.on('warning', note)
  await sandbox.files.write('long.txt', 'many words '.repeat(100_000))
  for (const encoding of ['identity', 'gzip']) {
    const answer = await askIn('/files?path=long.txt', { headers: { 'accept-encoding': encoding } })
    expect((await answer.text()).length).toBe(1_100_000)
  }
  process.off('warning', note)
  expect(warnings).toEqual([])
})
