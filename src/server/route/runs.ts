import { z } from 'zod'
import { runList, runListQuery, runQuery, runSummary, startedRun } from '../../contract/api.ts'
import { EngineError } from '../../contract/errors.ts'
import { type RunEvent, runEvent } from '../../contract/event.ts'
import { runId } from '../../contract/id.ts'
import { type RunRequest, runRequest, runResult } from '../../contract/run.ts'
import { filePlace } from '../../contract/run-file.ts'
import { RUN_REFUSALS } from '../../contract/run-refusals.ts'
import type { Caller, Engine } from '../../engine.ts'
import { linksRun, usesRun } from '../http/for-tokens.ts'
import { answers, json, type Route, route } from '../http/route.ts'
import { eventStream } from '../http/sse.ts'
import { wantsEvents } from '../http/wants-events.ts'
import { tooNarrow } from '../http/within-token.ts'

const MAX_PATH = 4096
/** A page that a program wrote must not act for the server: browsers save it, and run nothing in it. */
const ASIDE = {
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

const params = z.object({ runId })

export function runRoutes(engine: Engine): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/v1/runs',
        tag: 'Runs',
        operation: 'createRun',
        summary: 'Run code, or the code in an answer',
        body: runRequest,
        forTokens: {
          rights: 'use',
          subjectOf: ({ body: { session } }) => (session === undefined ? undefined : `session:${session}`),
        },
        example: { body: { language: 'python', code: 'print(6 * 7)' } },
        errors: ['TOO_MANY_BLOCKS', 'SESSION_NOT_FOUND', 'SESSION_BUSY', 'SESSION_LIMITS', ...RUN_REFUSALS],
        answers: [
          {
            status: 200,
            description: 'The whole story, or its events as they happen when the request accepts text/event-stream',
            content: { 'application/json': runResult, 'text/event-stream': runEvent },
          },
          {
            status: 202,
            description: 'The id alone, with `background`: the run goes on',
            content: { 'application/json': startedRun },
          },
        ],
      },
      async ({ body, caller, request }) => {
        const { userId } = caller
        refuseOfToken(body, caller)
        if (body.background) return startInBackground(engine, body, userId)
        if (!wantsEvents(request)) {
          const run = await engine.run(body, { userId, signal: request.signal })
          const answer = json(await run.result)
          answer.headers.set('content-location', `/v1/runs/${run.runId}`)
          return answer
        }
        const run = await engine.run(body, { userId, forReader: true })
        const reader = new AbortController()
        const { sent, headers } = ofRun(run.runId)
        return eventStream(run.events(reader.signal), {
          sent,
          headers: { ...headers, 'content-location': `/v1/runs/${run.runId}/events` },
          request,
          onLeave: () => reader.abort(),
        })
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/runs',
        tag: 'Runs',
        operation: 'listRuns',
        summary: 'Your runs, newest first',
        query: runListQuery,
        answers: answers(runList, 'One page of runs'),
      },
      async ({ query, caller }) => {
        const { limit, before, search } = query
        const filter = { userId: caller.userId, limit, ...(before && { before }), ...(search && { search }) }
        return json({ runs: await engine.runs.list(filter) })
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/runs/{runId}',
        tag: 'Runs',
        operation: 'getRun',
        summary: 'The story of one run so far',
        params,
        forTokens: linksRun,
        query: runQuery,
        answers: answers(runResult, 'The run'),
      },
      async ({ params, query, caller, request }) => {
        const { runId: id } = params
        const story = await engine.runs.get(id, caller.userId)
        if (query.wait === 0 || story.state === 'ended') return json(story)
        await ended(engine, id, { userId: caller.userId, gone: request.signal, waitMs: query.wait * 1000 })
        return json(await engine.runs.get(id, caller.userId))
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/runs/{runId}/events',
        tag: 'Runs',
        operation: 'followRun',
        summary: 'The events of one run, from the start or after Last-Event-ID, until it has ended',
        params,
        forTokens: linksRun,
        answers: [{ status: 200, description: 'The events', content: { 'text/event-stream': runEvent } }],
      },
      async ({ params, caller, request }) => {
        const id = params.runId
        const afterSeq = lastEventId(request)
        const reader = new AbortController()
        const events = await engine.runs.events(id, { userId: caller.userId, afterSeq, signal: reader.signal })
        return eventStream(events, { ...ofRun(id), request, onLeave: () => reader.abort() })
      },
    ),
    route(
      {
        method: 'GET',
        path: '/v1/runs/{runId}/files/{path*}',
        tag: 'Runs',
        operation: 'readRunFile',
        summary: 'A file that a program of the run wrote',
        params: z.object({
          runId,
          path: z
            .string()
            .min(1)
            .max(MAX_PATH)
            .describe('As the run tells it')
            .meta({ examples: ['figure.png'] }),
        }),
        query: filePlace,
        forTokens: linksRun,
        answers: [{ status: 200, description: 'The bytes', content: { 'application/octet-stream': null } }],
      },
      async ({ params, query, caller }) => {
        const file = await engine.runs.file(params.runId, caller.userId, { path: params.path, ...query })
        return new Response(file.bytes as Uint8Array<ArrayBuffer>, {
          headers: { ...ASIDE, 'content-type': 'application/octet-stream', etag: `"${file.tag}"` },
        })
      },
    ),
    route(
      {
        method: 'POST',
        path: '/v1/runs/{runId}/cancel',
        tag: 'Runs',
        operation: 'cancelRun',
        summary: 'End a run; answers when it has ended',
        params,
        forTokens: usesRun,
        answers: answers(runSummary, 'The run as it is now'),
      },
      async ({ params, caller }) => json(await engine.runs.cancel(params.runId, caller.userId)),
    ),
  ]
}

/** A page runs code as its session was made for it: it calls no address in the name of the user, and lowers no guard. */
function refuseOfToken({ webhook, options = {} }: RunRequest, { token }: Caller): void {
  if (!token) return
  const { guard, securityCheck } = options
  const named = Object.entries({ webhook, 'options.guard': guard, 'options.securityCheck': securityCheck })
  const [refused] = named.find(([, value]) => value !== undefined) ?? []
  if (refused) throw tooNarrow(token, `it does not set "${refused}"`)
}

/** The answer comes when the first event is stored: a run whose id was given outlives a crash, at least by its end. */
async function startInBackground(engine: Engine, request: RunRequest, userId: string): Promise<Response> {
  const { runId: id, events } = await engine.run(request, { userId })
  for await (const _ of events()) break
  const answer = json({ runId: id }, 202)
  answer.headers.set('location', `/v1/runs/${id}`)
  answer.headers.set('x-run-id', id)
  return answer
}

/** Resolves when the run has ended, the time is over, or the caller has left. */
async function ended(engine: Engine, id: string, { userId, gone, waitMs }: Waiting): Promise<void> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(waitMs)])
  for await (const _ of await engine.runs.events(id, { userId, afterSeq: 0, signal }));
}

interface Waiting {
  userId: string
  gone: AbortSignal
  waitMs: number
}

/** Events of a run are numbered; their reader learns the id of the run before the first of them. */
const ofRun = (id: string) => ({
  sent: (event: RunEvent) => ({ id: String(event.seq), event }),
  headers: { 'x-run-id': id },
})

function lastEventId(request: Request): number {
  const text = request.headers.get('last-event-id') ?? '0'
  if (!/^\d{1,15}$/.test(text)) {
    throw new EngineError('INVALID_REQUEST', { problems: [`header Last-Event-ID: "${text}" is not an event number`] })
  }
  return Number(text)
}
