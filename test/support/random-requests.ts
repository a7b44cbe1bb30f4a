import fc from 'fast-check'
import type { Route } from '../../src/server/http/route.ts'
import { NO_KEY, NO_RUN } from './each-route.ts'
import type { Call } from './engine.ts'

/** Part of many random bodies: an answer that contains it has repeated the body. */
export const PIECE_OF_SECRET = '77777777'
const SECRET = PIECE_OF_SECRET.repeat(6)

/** A volume that exists: requests to it reach further in. */
export const VOLUME = 'random'

export interface RandomRequest {
  path: string
  call: Call
}

const secretText = fc.string({ maxLength: 30 }).map((text) => `${text}${SECRET}`)
/** Texts for addresses, which answers may name. */
const plainText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const anyText = fc.oneof(plainText, secretText)
const anyValue = fc.oneof(
  { depthSize: 'small' },
  fc.jsonValue({ stringUnit: 'binary' }),
  secretText,
  fc.constantFrom(1e308, -1, 0.5),
)
const fields =
  'text code programs language fileName input files session options user admin label attempts limits timeoutMs __proto__ constructor'.split(
    ' ',
  )

/** Named fields with values of any type: nearly right bodies reach further in than random ones. */
const nearlyRight = fc.dictionary(fc.constantFrom(...fields), anyValue, { maxKeys: 5 })
const runLike = fc.record(
  {
    code: fc.oneof(fc.constantFrom('true', 'exit 3', ':'), secretText, fc.constant('')),
    text: anyText,
    programs: fc.array(fc.record({ code: fc.constantFrom('true', ''), language: fc.constantFrom('bash', '') }), {
      maxLength: 3,
    }),
    language: fc.oneof(fc.constantFrom('bash', 'sh', 'BASH ', 'cobol', ''), fc.string({ maxLength: 40 })),
    input: anyText,
    files: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a', 'a/b', '../x', '/x', 'main.sh')), anyText, {
      maxKeys: 3,
    }),
    options: fc.oneof(
      nearlyRight,
      fc.constantFrom({}, { attempts: 9 }, { limits: { timeoutMs: 1e9 } }, { tests: true }, { parallel: true }),
    ),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.oneof(anyValue, nearlyRight, runLike, fc.record({ user: anyText, label: anyText })),
  anyText.map((text) => text || ' '),
  fc.uint8Array({ minLength: 1, maxLength: 200 }),
)

const headerText = fc.oneof(
  fc.string({ maxLength: 50 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim()),
  fc.nat().map(String),
  fc.constantFrom('text/event-stream', '*/*', 'application/json', 'text/plain', '0', '-1', '999999999999999', '1e3'),
)
const headerNames =
  'accept content-type last-event-id content-length range if-none-match x-request-id accept-encoding cookie'.split(' ')
const headers = fc.dictionary(fc.constantFrom(...headerNames, 'x-forwarded-host', 'expect'), headerText, { maxKeys: 3 })
const rareHeaders = fc.record({ host: headerText, origin: headerText, 'x-api-key': headerText }, { requiredKeys: [] })

const queryNames = 'limit before scope level from to format path depth constructor x'.split(' ')
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...queryNames),
      fc.oneof(plainText, fc.constantFrom('1', '0', '1e9', 'all', 'csv', '2020-01-01')),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}`))

/** Random requests to one route: its method and path, with everything else at random. */
export function randomRequest(route: Route, known: { key: string; runId: string }): fc.Arbitrary<RandomRequest> {
  const part = fc.oneof(
    // A bare `..` is not among them: the client resolves it, and would ask another route, such as a stream without an end.
    fc.constantFrom(known.runId, NO_RUN, NO_KEY, VOLUME, '%', '%00', '..%2f', '%2e%2e%2f'),
    plainText.map(encode),
  )
  const unusual = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: rareHeaders })
  return fc.tuple(part, query, body, headers, unusual).map(([name, search, sent, usual, rare]) => ({
    path: `${route.path.replace(/\{\w+\}/, name)}${search}`,
    call: {
      method: route.method,
      key: known.key,
      headers: { ...usual, ...rare },
      ...(route.method !== 'GET' && {
        body: typeof sent === 'string' || sent instanceof Uint8Array ? sent : JSON.stringify(sent),
      }),
    },
  }))
}

/** Encodes a text for a URL, in which lone surrogates have no form, and a part of dots means another path. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.\.?$/, '%2e%00')
}
