import type { FuzzTarget } from './fuzz-targets.ts'
import { type FuzzUser, portHost } from './fuzz-user.ts'
import { hostileArchive, spoiltArchive } from './hostile-archives.ts'
import { hostileJson, spoiltValue } from './hostile-json.ts'
import { hostileProgram } from './hostile-programs.ts'
import { hostileText } from './hostile-texts.ts'
import type { Random } from './random.ts'
import { type Schema, schemaValue } from './schema-value.ts'

export interface FuzzRequest {
  /** With the seed, all there is to know to make it again. */
  number: number
  target: FuzzTarget
  user: FuzzUser
  /** How its body was made. */
  kind: string
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  /** Slow: piece by piece. Cut: half of it. Left: whole, and away before the answer has ended. */
  way: 'whole' | 'slow' | 'cut' | 'left'
}

export interface RequestSource {
  random: Random
  number: number
  targets: FuzzTarget[]
  named: Record<string, Schema>
  user: FuzzUser
  /** Whose names are tried too. */
  other: FuzzUser
  adminKey: string
}

const INTERPRETER_PORT = '49999'
const PARTS = [
  '%',
  '%00',
  '..',
  '%2e%2e%2f',
  'a',
  '%F0%9F%91%8D',
  'x'.repeat(3000),
  '0',
  '-1',
  'null',
  '%0d%0a',
  '{}',
  'constructor',
]
const LANGUAGES = [...'python python javascript typescript bash sql'.split(' '), 'PYTHON ', 'cobol']
const PATHS = [
  'a.txt',
  'a/b.txt',
  '/tmp/x',
  '.',
  '/',
  '..',
  '/proc/self/environ',
  'a//b',
  'd/'.repeat(500),
  'x'.repeat(5000),
  '\0',
  '/home/user',
  '/dev/zero',
]
const COMMANDS = [
  'ls -la',
  'cat /etc/passwd',
  'rm -rf /',
  'yes',
  'sleep 5',
  'echo $((',
  '"',
  "a'b",
  '|'.repeat(1000),
  'python3 -c "print(1)"',
]

/** A request for one of the routes; which body it has, and how it is sent, is drawn. */
export function makeRequest(source: RequestSource): FuzzRequest {
  const { random, number, user } = source
  const target = pickTarget(source)
  const { kind, body, type } = bodyFor(target, source)
  const method = random.chance(0.02) ? random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) : target.method
  const way = random.chance(0.8) ? 'whole' : random.pick(['slow', 'cut', 'left'] as const)
  return {
    ...{ number, target, user, kind, method, way },
    path: pathFor(target, source),
    headers: { ...headersFor(target, source), ...(type && { 'content-type': type }), ...oddHeaders(random) },
    ...(body && method !== 'GET' && { body }),
  }
}

/** Whatever reads programs, texts and archives comes more often: there is most to get wrong. */
function pickTarget({ random, targets }: RequestSource): FuzzTarget {
  const wanted = random.pick([undefined, undefined, 'reads', 'upload'])
  const isWanted = (target: FuzzTarget) =>
    wanted === 'upload'
      ? target.isUpload
      : target.door === 'v1' &&
        JSON.stringify(target.body ?? '').match(/"(code|text|command)":|Run|Code|Detect/) !== null
  return random.pick(wanted === undefined ? targets : targets.filter(isWanted))
}

function bodyFor(target: FuzzTarget, source: RequestSource): { kind: string; body?: Buffer; type?: string } {
  const { random, user } = source
  if (target.isUpload && random.chance(0.9)) {
    const given = user.exports.length > 0 && random.chance(0.3) ? random.pick(user.exports) : undefined
    const { kind, bytes } = given
      ? { kind: 'spoilt export', bytes: spoiltArchive(random, given) }
      : hostileArchive(random)
    return { kind: `archive ${kind}`, ...uploadForm(target, random, bytes) }
  }
  if (!target.body) return { kind: 'no body' }
  let label = 'fitting'
  const textFor = (field: string) => {
    const { kind, text } = fieldText(field, source)
    if (kind) label = kind
    return text
  }
  const fitting = schemaValue(target.body, { random, named: source.named, textFor })
  const how = random.next()
  const hostile =
    how < 0.6
      ? undefined
      : how < 0.8
        ? { kind: `${label}, spoilt`, body: JSON.stringify(spoiltValue(random, fitting)) ?? '' }
        : hostileJson(random, fitting)
  const body = Buffer.from(hostile?.body ?? JSON.stringify(fitting) ?? '')
  const kind = hostile ? `json ${hostile.kind}` : label
  if (target.connect && target.connect !== 'unary')
    return { kind, body: framed(random, body), type: 'application/connect+json' }
  return { kind, body, type: random.chance(0.98) ? 'application/json' : 'text/plain' }
}

function fieldText(field: string, source: RequestSource): { kind?: string; text?: string } {
  const { random, user } = source
  if (/^(code|text|context|error|stderr|answer)$/.test(field)) {
    if (random.chance(0.35)) {
      const { kind, code } = hostileProgram(random)
      return { kind: `program ${kind}`, text: code }
    }
    const { kind, text } = hostileText(random)
    return { kind: `text ${kind}`, text }
  }
  if (field === 'language') return { text: random.pick(LANGUAGES) }
  if (/path|cwd|source|destination|workdir/i.test(field)) return { text: random.pick(PATHS) }
  if (/^(cmd|command|startCmd|readyCmd)$/.test(field))
    return { text: field === 'cmd' ? '/bin/bash' : random.pick(COMMANDS) }
  if (field === 'args') return { text: random.pick(['-c', hostileProgram(random).code, 'x']) }
  if (field === 'templateID' || field === 'fromTemplate')
    return { text: random.chance(0.6) ? 'base' : (user.known.one('templateID', random) ?? 'x') }
  const known = user.known.one(field, random)
  return known === undefined ? {} : { text: known }
}

/** Files come to machines in the parts of a form, or as they are. */
function uploadForm(target: FuzzTarget, random: Random, bytes: Buffer): { body: Buffer; type: string } {
  if (target.door !== 'envd' || random.chance(0.4)) return { body: bytes, type: 'application/octet-stream' }
  const edge = random.pick(['x', 'y'.repeat(70), '-', 'a b'])
  const name = random.pick(['a.txt', '../x', 'x'.repeat(5000), 'a"b', ''])
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const parts = Array.from({ length: random.pick([1, 1, 2, 500]) }, () => head)
  const body = Buffer.concat([
    Buffer.from(parts.join('x\r\n')),
    bytes.subarray(0, 2_000_000),
    Buffer.from(random.chance(0.7) ? `\r\n--${edge}--\r\n` : ''),
  ])
  return { body, type: `multipart/form-data; boundary=${edge}` }
}

function framed(random: Random, payload: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(random.chance(0.9) ? payload.length : random.pick([0, 0xffffffff, payload.length + 10]), 1)
  head.writeUInt8(random.chance(0.9) ? 0 : random.below(256), 0)
  const one = Buffer.concat([head, payload])
  return random.chance(0.8) ? one : Buffer.concat([one, one])
}

function pathFor(target: FuzzTarget, source: RequestSource): string {
  const { random, user, other } = source
  const link = target.name.startsWith('e2b PUT') ? user.known.one('url', random) : undefined
  if (link?.startsWith('http')) return new URL(link).pathname + new URL(link).search
  const part = (name: string) => {
    const who = random.chance(0.9) ? user : other
    const known =
      name === 'sandboxID' ? who.machines.at(-1)?.id : name === 'hash' ? 'ab'.repeat(32) : who.known.one(name, random)
    return random.chance(0.12) || known === undefined ? random.pick(PARTS) : encodeURIComponent(known)
  }
  const path = target.path.replace(/\{(\w+)\}/g, (_, name) => part(name))
  const pairs = Object.entries(target.query)
    .filter(([name]) => random.chance(name === 'path' || name === 'language' ? 0.9 : 0.2))
    .map(([name, schema]) => {
      const value = schemaValue(
        schema,
        { random, named: source.named, textFor: (field) => fieldText(field, source).text },
        name,
      )
      return `${name}=${encodeURIComponent(String(random.chance(0.9) ? value : random.pick([-1, '1e9', 'x'.repeat(2000), '\0'])).toWellFormed()).slice(0, 6000)}`
    })
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

function headersFor(target: FuzzTarget, { random, user, other, adminKey }: RequestSource): Record<string, string> {
  const key =
    target.isAdmin && random.chance(0.8)
      ? adminKey
      : random.chance(0.97)
        ? user.key
        : random.pick(['', 'x', 'e2b_0000', 'é'.repeat(10)])
  if (target.door === 'v1') return { authorization: `Bearer ${key}` }
  if (target.path.startsWith('/volumecontent'))
    return { authorization: `Bearer ${user.known.one('token', random) ?? 'x'}` }
  if (target.door === 'control') return { 'x-api-key': key }
  const machine = (random.chance(0.95) ? user : other).machines.at(random.chance(0.8) ? -1 : 0) ?? {
    id: 'none',
    token: '',
  }
  const token = random.chance(0.97) ? machine.token : 'x'
  if (random.chance(0.1))
    return { host: portHost(machine.id, random.pick([8000, 49983, 49999, 1, 65535])), 'x-access-token': token }
  return {
    'e2b-sandbox-id': machine.id,
    'x-access-token': token,
    ...(target.door === 'interpreter' && { 'e2b-sandbox-port': INTERPRETER_PORT }),
  }
}

function oddHeaders(random: Random): Record<string, string> {
  if (random.chance(0.6)) return {}
  return random.pick<Record<string, string>>([
    { accept: 'text/event-stream' },
    { accept: 'text/event-stream', 'last-event-id': String(random.below(1000)) },
    { range: random.pick(['bytes=0-', 'bytes=-1', 'bytes=5-1', `bytes=${'0-1,'.repeat(1000)}`]) },
    { 'accept-encoding': random.pick(['gzip', 'br', 'gzip;q=0', 'x'.repeat(5000)]) },
    { 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'identity', 'x']) },
    { 'connect-timeout-ms': random.pick(['1', '99999999999', '-1', 'x']) },
    { authorization: `Basic ${Buffer.from('root:').toString('base64')}` },
    { cookie: 'a=b; '.repeat(1000) },
    { origin: 'http://evil.example' },
    { 'idempotency-key': 'x'.repeat(300) },
    { expect: '100-continue' },
  ])
}
