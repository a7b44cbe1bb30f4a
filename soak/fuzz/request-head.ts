import { fieldText } from './field-text.ts'
import type { FuzzTarget } from './fuzz-targets.ts'
import { type FuzzUser, portHost, VOLUME } from './fuzz-user.ts'
import type { RequestSource } from './make-request.ts'
import type { Random } from './random.ts'
import { schemaValue } from './schema-value.ts'

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

/** The path, mostly with known names, and a query. */
export function pathFor(target: FuzzTarget, source: RequestSource): string {
  const { random, user, other } = source
  const link = target.name.startsWith('e2b PUT') ? user.known.one('url', random) : undefined
  if (link?.startsWith('http')) return new URL(link).pathname + new URL(link).search
  const part = (name: string) => {
    const who = random.chance(0.9) ? user : other
    const known = nameOf(name, { target, random, who })
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

/** Headers with a user's key or token, a machine, and now and then an unexpected header. */
export function headersFor(target: FuzzTarget, source: RequestSource): Record<string, string> {
  return { ...doorHeaders(target, source), ...oddHeaders(source.random) }
}

function doorHeaders(target: FuzzTarget, { random, user, other, adminKey }: RequestSource): Record<string, string> {
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

function nameOf(
  part: string,
  { target, random, who }: { target: FuzzTarget; random: Random; who: FuzzUser },
): string | undefined {
  if (part === 'sandboxID') return who.machines.at(-1)?.id
  if (part === 'hash') return 'ab'.repeat(32)
  // Many names are known; volumes have just one.
  if (part === 'name' && target.path.includes('/volumes/') && random.chance(0.7)) return VOLUME
  return who.known.one(part, random)
}
