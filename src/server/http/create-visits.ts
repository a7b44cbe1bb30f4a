import { EngineError } from '../../contract/errors.ts'
import { mayEnter, scopesFor } from '../../contract/key-scope.ts'
import { parsed } from '../../contract/parsed.ts'
import type { Caller, Engine } from '../../engine.ts'
import { answerOnce, refuseRepeatKey } from './answer-once.ts'
import type { Api } from './api.ts'
import { authenticate, LINK_TOKEN } from './authenticate.ts'
import { guardRequest } from './guard-request.ts'
import type { Place } from './places.ts'
import { requestLimitsOf } from './request-limits.ts'
import { createRouter, type Match } from './router.ts'
import type { Row } from './row.ts'
import { whileKeyHolds } from './while-key-holds.ts'
import { assertTokenRow, assertWithinToken } from './within-token.ts'

/** A request whose row was looked up. */
export interface Visit {
  request: Request
  url: URL
  match: Match<Row>
  place: Place | undefined
}

export type VisitEngine = Pick<
  Engine,
  'config' | 'keys' | 'tokens' | 'signIns' | 'keptAnswers' | 'inTurnOf' | 'causedBy'
>

const NOBODY: Caller = { userId: '', scope: 'read' }

/** Brings a request to the handler of its row. The order matters: origin, caller, rate, and only then the content. */
export function createVisits(engine: VisitEngine, api: Api): (visit: Visit) => Promise<Response> {
  const limits = requestLimitsOf(engine)
  const find = createRouter(api.rows)

  /** Reads another path for the same caller, as if it had asked for that. */
  const read = async ({ request, url }: Visit, caller: Caller, place: string): Promise<Response> => {
    const { row, params } = find('GET', place)
    if (!row) throw new EngineError('NOT_FOUND', { method: 'GET', path: place })
    const asked = new Request(new URL(place, url), { headers: request.headers, signal: request.signal })
    const query = parsed(row.query, {}, 'query')
    return row.handle({ params: parsed(row.params, params(), 'path'), query, body: undefined, caller, request: asked })
  }

  /** Every path, known or not, needs a key first, so that strangers do not learn which paths exist. */
  const admit = async ({ request, url, match, place }: Visit): Promise<Caller> => {
    // A key of metrics does not learn which paths exist either.
    const { access = 'user' } = match.row ?? { access: 'read' }
    if (access === 'open') return NOBODY
    const caller = await authenticate(request, { query: url.searchParams, row: match.row }, engine)
    // A page that sends too much shuts out itself, and not the holder of the key.
    const who = caller.token?.id ?? caller.userId
    place?.of(who)
    limits.take(who)
    assertTokenRow(caller, match.row)
    if (mayEnter(caller.scope, access)) return caller
    if (caller.scope === 'user' && access === 'admin')
      throw new EngineError('FORBIDDEN', { what: 'manage this server' })
    throw new EngineError('SCOPE_TOO_NARROW', { scope: caller.scope, needed: scopesFor(access) })
  }
  return async (visit) => {
    const { request, url, match } = visit
    guardRequest(request, api.policy)
    if (request.method === 'OPTIONS' && request.headers.has('origin')) return new Response(null, { status: 204 })
    const caller = await admit(visit)
    const { row } = match
    if (!row) throw missing(visit, api)
    const params = parsed(row.params, match.params(), 'path')
    const query = parsed(row.query, queryOf(url, row), 'query')
    const body = row.body && parsed(row.body, await api.readJson(request, engine.config.bodyBytes), 'body')
    await assertWithinToken(caller, row, { call: { params, query, body }, tokens: engine.tokens })
    if (row.keepsAnswer === false && row.method === 'POST') refuseRepeatKey(request)
    const work = () => row.handle({ params, query, body, caller, request })
    const named = row.access === 'admin' ? () => engine.causedBy(actorOf(caller), work) : work
    const inTurn = () => engine.inTurnOf(caller.userId, named)
    const { keptAnswers } = engine
    const once = {
      request,
      url,
      body,
      caller,
      keptAnswers,
      work: inTurn,
      read: (place: string) => read(visit, caller, place),
    }
    return whileKeyHolds(await (row.keepsAnswer ? answerOnce(once) : inTurn()), caller, engine.keys)
  }
}

/** The cause of an admin's change: the user or the key, never the secret. */
const actorOf = ({ userId, keyId }: Caller) => (keyId === undefined ? `user:${userId}` : `key:${keyId}`)

function missing({ request: { method }, url, match }: Visit, { knowsMethods }: Api): EngineError {
  const path = url.pathname.slice(0, 200)
  if (!knowsMethods || match.methods.length === 0) return new EngineError('NOT_FOUND', { method, path })
  const methods = [...match.methods, ...(match.methods.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ')
  return new EngineError('METHOD_NOT_ALLOWED', { method, path, methods })
}

/** The first of several equal names counts. The token of a link is no matter of its handler. */
function queryOf({ searchParams }: URL, { forTokens }: Row): Record<string, string> {
  const { [LINK_TOKEN]: token, ...query } = Object.fromEntries([...searchParams].toReversed())
  return token === undefined || forTokens?.byLink ? query : { ...query, [LINK_TOKEN]: token }
}
