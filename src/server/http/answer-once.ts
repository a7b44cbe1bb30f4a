import { EngineError } from '../../contract/errors.ts'
import type { Caller, Engine } from '../../engine.ts'
import { hashInTurns } from './hash-in-turns.ts'
import { wantsEvents } from './wants-events.ts'

export interface OnceCall {
  request: Request
  url: URL
  body: unknown
  caller: Caller
  keptAnswers: Engine['keptAnswers']
  work(): Promise<Response>
  /** Reads another path of the same API, for the same caller. */
  read(place: string): Promise<Response>
}

const HEADER = 'idempotency-key'
const FORM = /^[\x21-\x7e]{1,255}$/
const KEPT_HEADERS = ['content-type', 'location', 'content-location', 'x-run-id']

/**
 * Does the work of a request once, however often it comes with the same `Idempotency-Key`: a repetition gets the answer
 * of the first one. An answer that lies elsewhere too, such as the story of a run, is read there again.
 */
export async function answerOnce(call: OnceCall): Promise<Response> {
  const { request, caller, keptAnswers } = call
  const repeatKey = request.headers.get(HEADER)
  if (repeatKey === null) return call.work()
  if (!FORM.test(repeatKey)) {
    throw new EngineError('INVALID_REQUEST', {
      problems: ['header Idempotency-Key: must be 1 to 255 visible characters'],
    })
  }
  const { userId, token } = caller
  // A page has names of its own: it can neither take nor read those of the holder of the key.
  const name = token ? `${token.id} ${repeatKey}` : repeatKey
  const asked = { userId, repeatKey: name, fingerprint: await fingerprintOf(call) }
  const kept = await keptAnswers.begin(asked)
  if (kept) return replay(kept, call)
  let response: Response
  try {
    response = await call.work()
  } catch (error) {
    // A refusal did nothing; the effects of a bug are unknown.
    if (error instanceof EngineError && error.code !== 'INTERNAL') await keptAnswers.forget(asked)
    else keptAnswers.abandon(asked)
    throw error
  }
  const place = response.headers.get('content-location')
  const headers = Object.fromEntries([...response.headers].filter(([name]) => KEPT_HEADERS.includes(name)))
  const { status } = response
  if (place !== null) {
    await keptAnswers.finish(asked, { status, headers, content: { place } })
    return response
  }
  const body = await response.text()
  await keptAnswers.finish(asked, { status, headers, content: { body } })
  return new Response(body || null, { status, headers: response.headers })
}

type Kept = NonNullable<Awaited<ReturnType<Engine['keptAnswers']['begin']>>>

async function replay({ status, headers, content }: Kept, { read }: OnceCall): Promise<Response> {
  const found = 'place' in content ? await read(content.place) : undefined
  const body = 'body' in content ? content.body || null : (found?.body ?? null)
  return new Response(body, { status, headers: { ...headers, 'idempotent-replayed': 'true' } })
}

/** Refuses a key on an upload, whose content is not kept to compare it with that of a repetition. */
export function refuseRepeatKey({ headers }: Request): void {
  if (headers.get(HEADER) === null) return
  throw new EngineError('INVALID_REQUEST', {
    problems: ['header Idempotency-Key: an upload cannot be repeated under a key; send it without one'],
  })
}

function fingerprintOf({ request, url, body }: OnceCall): Promise<string> {
  return hashInTurns([request.method, url.pathname, url.search, wantsEvents(request), body ?? null])
}
