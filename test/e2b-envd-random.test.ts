import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let headers: Record<string, string>

beforeAll(async () => {
  server = await startE2bServer()
  const { sandboxId } = await openE2bSandbox(server)
  const { accessToken } = await server.engine.machines.get(sandboxId, 'ada')
  headers = { 'e2b-sandbox-id': sandboxId, 'x-access-token': String(accessToken), 'connect-timeout-ms': '2000' }
})
afterAll(() => server.close())

const PROCESS = ['Start', 'Connect', 'List', 'SendInput', 'StreamInput', 'CloseStdin', 'SendSignal', 'Update']
const FILESYSTEM = [
  'Stat',
  'MakeDir',
  'Move',
  'ListDir',
  'Remove',
  'CreateWatcher',
  'GetWatcherEvents',
  'RemoveWatcher',
]
const PATHS = [
  ...PROCESS.map((name) => `/process.Process/${name}`),
  ...FILESYSTEM.map((name) => `/filesystem.Filesystem/${name}`),
  ...[
    '/files',
    '/files?path=a',
    '/files?path=%00',
    '/files/compose',
    '/files?path=b&username=%00',
    '/health',
    '/init',
    '/envs',
  ],
]
const KEYS = [
  'process',
  'pid',
  'tag',
  'cmd',
  'args',
  'envs',
  'cwd',
  'pty',
  'size',
  'cols',
  'stdin',
  'input',
  'signal',
  'path',
]
const TYPES = [
  'application/json',
  'application/connect+json',
  'application/octet-stream',
  'multipart/form-data; boundary=b',
]

const text = fc.oneof(fc.string(), fc.constantFrom('~', '/', '..', 'a\0b', '/proc/self/mem', 'true', '/bin/true', '-1'))
const leaf = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, '__proto__', 'start', 'data'), tie('value'), {
      maxKeys: 4,
    }),
  ),
}))

/** Nearly valid messages, so that they fail further inside. Removed and moved paths lie in a directory of their own. */
const place = text.map((name) => `d/${name.replaceAll('..', '')}`)
const near = fc.record(
  {
    process: fc.oneof(
      fc.record({ pid: leaf }),
      fc.record({ tag: leaf }),
      fc.record(
        { cmd: text, args: fc.array(text), envs: fc.dictionary(text, text), cwd: text },
        { requiredKeys: ['cmd'] },
      ),
    ),
    ...{ stdin: leaf, tag: leaf, signal: leaf, depth: leaf, watcherId: leaf },
    input: fc.record({ stdin: leaf, pty: leaf }, { requiredKeys: [] }),
    pty: fc.record({ size: fc.record({ cols: leaf, rows: leaf }) }),
    ...{ path: place, source: place, destination: place },
  },
  { requiredKeys: [] },
)
const message = fc.oneof(near, value)

function framed(message: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(message) ?? '')
  const head = Buffer.alloc(5)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

const body = fc.oneof(
  message.map((one) => Buffer.from(JSON.stringify(one) ?? '')),
  message.map(framed),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)

test('any request is answered, and none of them shows a bug', async () => {
  const request = fc.record({ path: fc.constantFrom(...PATHS), type: fc.constantFrom(...TYPES), body })
  await fc.assert(
    fc.asyncProperty(request, async ({ path, type, body }) => {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body: new Uint8Array(body) }
      const answer = await fetch(`${server.url}${path}`, sent)
      const told = await answer.text()
      expect(answer.status, told).not.toBe(500)
      expect(told).not.toContain('"internal"')
    }),
    { numRuns: 400 },
  )
  expect(server.logs.filter(({ level }) => level === 'error' || level === 50)).toEqual([])
  expect((await fetch(`${server.url}/health`, { headers })).status).toBe(204)
})
