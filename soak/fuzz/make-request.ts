import { fieldText } from './field-text.ts'
import type { FuzzTarget } from './fuzz-targets.ts'
import type { FuzzUser } from './fuzz-user.ts'
import { hostileArchive, spoiltArchive } from './hostile-archives.ts'
import { hostileJson, spoiltValue } from './hostile-json.ts'
import type { Random } from './random.ts'
import { headersFor, pathFor } from './request-head.ts'
import { type Schema, schemaValue } from './schema-value.ts'

export interface FuzzRequest {
  /** Number of the request: with the seed it is enough to make the request again. */
  number: number
  target: FuzzTarget
  user: FuzzUser
  /** Kind of the body. */
  kind: string
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  /** Way of sending: `slow` piece by piece, `cut` half of it, `left` whole, but gone before the answer has ended. */
  way: 'whole' | 'slow' | 'cut' | 'left'
}

export interface RequestSource {
  random: Random
  number: number
  targets: FuzzTarget[]
  named: Record<string, Schema>
  user: FuzzUser
  /** Another user, with names that are tried too. */
  other: FuzzUser
  adminKey: string
}

/** Makes a request for one of the routes, with a random body and a random way of sending it. */
export function makeRequest(source: RequestSource): FuzzRequest {
  const { random, number, user } = source
  const target = pickTarget(source)
  const { kind, body, type } = bodyFor(target, source)
  const method = random.chance(0.02) ? random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) : target.method
  const way = random.chance(0.8) ? 'whole' : random.pick(['slow', 'cut', 'left'] as const)
  return {
    ...{ number, target, user, kind, method, way },
    path: pathFor(target, source),
    headers: { ...(type && { 'content-type': type }), ...headersFor(target, source) },
    ...(body && method !== 'GET' && { body }),
  }
}

/** Picks routes that read programs, texts and archives more often: they have the most to get wrong. */
function pickTarget({ random, targets, named }: RequestSource): FuzzTarget {
  const isReader = ({ door, body }: FuzzTarget) => {
    const shape = body?.$ref ? named[body.$ref.split('/').at(-1) ?? ''] : body
    return door === 'v1' && /"(?:code|text|programs|tests)":/.test(JSON.stringify(shape ?? ''))
  }
  const chosen = random.pick(['any', 'any', 'readers', 'uploads'])
  if (chosen === 'any') return random.pick(targets)
  return random.pick(targets.filter(chosen === 'readers' ? isReader : ({ isUpload }) => isUpload))
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

/** Puts bytes in the form of an upload: files come to machines in the parts of a form, or as they are. */
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
