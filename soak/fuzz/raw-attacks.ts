import { connect } from 'node:net'
import type { FuzzUser } from './fuzz-user.ts'
import { portHost } from './fuzz-user.ts'
import type { Random } from './random.ts'

const LONGEST_MS = 1500
const HOSTS = [
  '127.0.0.1',
  'evil.example',
  '',
  'a'.repeat(10_000),
  '127.0.0.1:99999',
  '[::1',
  '127.0.0.1@evil',
  '\xff',
  '127.0.0.1\t',
  '..',
  '%00',
]

type Attack = (random: Random, user: FuzzUser) => Buffer

/** Bytes that no proper client sends; by name. */
export const rawKinds: Record<string, Attack> = {
  host: (random) => text(['GET /v1/health HTTP/1.1', `Host: ${random.pick(HOSTS)}`]),
  twoHosts: () => text(['GET /v1/health HTTP/1.1', 'Host: 127.0.0.1', 'Host: evil.example']),
  twoLengths: (random, { key }) =>
    text(
      [
        'POST /v1/runs HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${key}`,
        'Content-Length: 4',
        `Content-Length: ${random.below(9)}`,
      ],
      'abcd',
    ),
  lengthAndChunks: (_, { key }) =>
    text(
      [
        'POST /v1/runs HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${key}`,
        'Content-Length: 4',
        'Transfer-Encoding: chunked',
      ],
      '0\r\n\r\n',
    ),
  halfBody: (random, { key }) =>
    text(
      [
        'POST /v1/runs HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${key}`,
        `Content-Length: ${random.pick([10, 1e6, 1e12])}`,
      ],
      '{"co',
    ),
  halfUpload: (random, { key }) =>
    text(
      [
        'PUT /v1/volumes/fuzz/archive HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${key}`,
        'Transfer-Encoding: chunked',
      ],
      `${random.pick(['FFFFFFFF', '10', '-1', 'zz'])}\r\nabc`,
    ),
  halfHead: (random) =>
    Buffer.from(`GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'y'.repeat(random.below(2000))}`),
  manyHeaders: (random) =>
    text([
      'GET /v1/health HTTP/1.1',
      'Host: 127.0.0.1',
      ...Array.from({ length: random.between(100, 3000) }, (_, n) => `X-${n}: 1`),
    ]),
  longPath: (random) => text([`GET /${'a/'.repeat(random.between(1000, 9000))} HTTP/1.1`, 'Host: 127.0.0.1']),
  pipelined: (random, { key }) =>
    Buffer.concat(
      Array.from({ length: random.between(10, 300) }, () =>
        text([
          `GET ${random.pick(['/v1/health', '/v1/runs', '/sandboxes', '/x'])} HTTP/1.1`,
          'Host: 127.0.0.1',
          `Authorization: Bearer ${key}`,
        ]),
      ),
    ),
  smuggled: (_, { key }) =>
    text(
      ['POST /v1/detect HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${key}`, 'Content-Length: 30'],
      'GET /v1/keys HTTP/1.1\r\nHost: a\r\n\r\n',
    ),
  badChunks: (random, { key }) =>
    text(
      ['POST /v1/detect HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked'],
      `${'1;x=y\r\na\r\n'.repeat(random.between(100, 20_000))}`,
    ),
  trailers: (random, { key }) =>
    text(
      ['POST /v1/detect HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked'],
      `0\r\n${'T: x\r\n'.repeat(random.below(5000))}\r\n`,
    ),
  upgrade: (random, { machines }) =>
    text(
      [
        'GET /talk HTTP/1.1',
        `Host: ${portHost(machines.at(-1)?.id ?? 'x', random.pick([8000, 49983, 1]))}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: x',
      ],
      random.bytes(500).toString('latin1'),
    ),
  http2: () => Buffer.from(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0'.repeat(100)}`),
  tls: (random) => Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), random.bytes(500)]),
  noise: (random) => random.bytes(random.between(1, 5000)),
  port: (random, { machines }) =>
    text(
      [
        `${random.pick(['GET', 'POST', 'X', 'CONNECT', 'TRACE'])} ${random.pick(['/', '//', '*', 'http://a/', '/%00', '/..'])} HTTP/1.1`,
        `Host: ${portHost(machines.at(-1)?.id ?? 'x')}`,
        'Transfer-Encoding: chunked',
      ],
      `5\r\nab${random.chance(0.5) ? 'cde\r\n0\r\n\r\n' : ''}`,
    ),
  expect: (_, { key }) =>
    text([
      'POST /v1/runs HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${key}`,
      'Expect: 100-continue',
      'Content-Length: 100',
    ]),
}

export interface RawAnswer {
  kind: string
  bytes: number
  said: string
}

/** Sends bytes that are no proper request, at once or in pieces, and listens for a moment. */
export async function rawAttack(port: number, random: Random, user: FuzzUser): Promise<RawAnswer> {
  const kind = random.pick(Object.keys(rawKinds))
  const bytes = rawKinds[kind]?.(random, user) ?? Buffer.alloc(0)
  const isSlow = random.chance(0.3)
  const ends = random.chance(0.5)
  const said = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let all = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      if (all.length < 1_000_000) all += part
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(all))
    setTimeout(() => socket.destroy(), LONGEST_MS)
    if (!isSlow) {
      socket.write(bytes)
      if (ends) socket.end()
      return
    }
    const half = bytes.length >> 1
    socket.write(bytes.subarray(0, half))
    setTimeout(() => socket.write(bytes.subarray(half)), 200)
  })
  return { kind, bytes: bytes.length, said }
}

/** The fault of an answer to raw bytes; servers inside of machines answer for themselves. */
export function judgeRaw({ kind, said }: RawAnswer): string | undefined {
  if (/Something went wrong inside Anneal/.test(said)) return `a bug: ${said.slice(0, 300)}`
  const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  const wrong = statuses.find((status) => status >= 500 && ![501, 502, 503, 505].includes(status))
  return wrong !== undefined && kind !== 'port' && kind !== 'upgrade'
    ? `status ${wrong}: ${said.slice(0, 300)}`
    : undefined
}

const text = (lines: string[], body = '') => Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
