import { type ErrorCode, errorBody, errors } from '../../contract/errors.ts'
import type { Route } from '../http/route.ts'

/** The refusals that a name in the path brings with it. */
const OF_PARAMETER: Record<string, ErrorCode[]> = {
  runId: ['RUN_NOT_FOUND'],
  sessionId: ['SESSION_NOT_FOUND', 'SESSION_BUSY', 'SESSION_ELSEWHERE', 'STATE_DAMAGED'],
  checkpointId: ['CHECKPOINT_NOT_FOUND', 'STATE_DAMAGED'],
  keyId: ['KEY_NOT_FOUND'],
  tokenId: ['TOKEN_NOT_FOUND'],
  checkId: ['CHECK_NOT_FOUND'],
}

/** All codes that a route may answer with: those of its own, and those that follow from its access and its input. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const { access = 'user', path, params, query, body, upload, isAlwaysServed, keepsAnswer } = route
  const named = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => OF_PARAMETER[name] ?? [])
  const codes: ErrorCode[] = [
    ...(params || query || body ? (['INVALID_REQUEST'] as const) : []),
    ...(body ? (['INVALID_JSON', 'BODY_TOO_LARGE', 'BODY_TOO_COMPLEX', 'REQUEST_TIMEOUT'] as const) : []),
    ...(upload !== undefined ? (['UPLOAD_BROKEN', 'BLOB_TOO_LARGE', 'REQUEST_TIMEOUT', 'STORE_FULL'] as const) : []),
    ...(access === 'open'
      ? []
      : (['UNAUTHENTICATED', 'TOKEN_ENDED', 'SCOPE_TOO_NARROW', 'TOKEN_TOO_NARROW', 'RATE_LIMITED'] as const)),
    ...(keepsAnswer ? (['REPEAT_DIFFERS', 'REPEAT_UNDER_WAY', 'REPEAT_UNANSWERED'] as const) : []),
    ...(access === 'admin' ? (['FORBIDDEN'] as const) : []),
    'HOST_REFUSED',
    'ORIGIN_REFUSED',
    ...(isAlwaysServed ? [] : (['TOO_MANY_AT_ONCE', 'SERVER_STOPPING'] as const)),
    'STORE_BUSY',
    'INTERNAL',
    ...(path.startsWith('/v1/volumes/{name}') ? (['VOLUME_NOT_FOUND', 'VOLUME_CHANGED'] as const) : []),
    ...named,
    ...(route.errors ?? []),
  ]
  return [...new Set(codes)].filter(
    (code) => !(route.answers ?? []).some(({ status }) => status === errors[code].status),
  )
}

/** Refusals as answers of OpenAPI: by status, each code with an example of its own. */
export function errorAnswersOf(route: Route, schema: object): Record<string, object> {
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  )
}

/** Told only where there is something to say. */
const RARE = 'meant'
const LISTS = new Set<PropertyKey>(['problems', 'known'])
/** Names of details stand in place of values. */
const placeholder = (name: PropertyKey) => (LISTS.has(name) ? [`{${String(name)}}`] : `{${String(name)}}`)
const NAMED = new Proxy({}, { get: (_, name) => (name === RARE ? undefined : placeholder(name)) })

/** One example of each code, for all routes that name it. */
export function errorExamples(routes: readonly Route[]): Record<string, object> {
  const codes = new Set(routes.flatMap(errorCodesOf))
  return Object.fromEntries(
    [...codes].sort().map((code) => {
      const { retry, say } = errors[code]
      const [message, hint] = (say as (details: object) => [string, string])(NAMED)
      const value = errorBody.parse({ error: { code, message, hint, retry, requestId: EXAMPLE_REQUEST } })
      return [code, { summary: message, value }]
    }),
  )
}

const EXAMPLE_REQUEST = 'req01jr5c2k7h3m0v9t4qd6e'
