/** Public entry `anneal/sdk`: a typed client for the HTTP API, for Node and browsers. */
import { z } from 'zod'
import {
  type HostQuestion,
  health,
  hostReport,
  keyInfo,
  keyList,
  type keyRequest,
  logExport,
  type logQuery,
  newKey,
  runList,
  settingList,
  startedRun,
  stats,
  wallCheckList,
  wallCheckResult,
} from '../contract/api.ts'
import { detectResult } from '../contract/detect.ts'
import { errorPattern, errorPatternList } from '../contract/error-pattern.ts'
import type { EngineEvent, RunEvent } from '../contract/event.ts'
import { keyId, runId } from '../contract/id.ts'
import { serverPolicy } from '../contract/policy.ts'
import { applyEvent, emptyRun } from '../contract/reduce-run.ts'
import { type DiagnoseRequest, debugResult, diagnoseResult, strategyList } from '../contract/repair.ts'
import { type Outcome, type RunRequest, type RunResult, runResult } from '../contract/run.ts'
import type { FilePlace } from '../contract/run-file.ts'
import { runFileUrl } from '../contract/run-file-url.ts'
import { webhookDelivery } from '../contract/webhook.ts'
import { actionCalls } from './action-calls.ts'
import { localError } from './api-error.ts'
import { approvalCalls } from './approval-calls.ts'
import { browserCalls } from './browser-calls.ts'
import { chatCalls } from './chat-calls.ts'
import { checkpointCalls } from './checkpoint-calls.ts'
import { type CallOptions, type ClientOptions, connect, type Follow } from './client-options.ts'
import { commandCalls } from './command-calls.ts'
import { type EventFilter, followStream, readEventPage } from './event-calls.ts'
import { cancelRun, followEvents, streamRun } from './follow-run.ts'
import { graphCalls } from './graph-calls.ts'
import { agentCalls, feedbackCalls, playbookCalls } from './learning-calls.ts'
import { memoryCalls } from './memory-calls.ts'
import { packageCalls } from './package-calls.ts'
import { planCalls } from './plan-calls.ts'
import { qualityCalls } from './quality-calls.ts'
import { pruneCall, userCalls } from './retention-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { taskCalls } from './task-calls.ts'
import { tokenCalls } from './token-calls.ts'
import type { Transport } from './transport.ts'
import { volumeCalls } from './volume-calls.ts'

export { ApiError } from './api-error.ts'
export type { CallOptions, ClientOptions } from './client-options.ts'

/** A run that is over always has an outcome. */
export type EndedRun = RunResult & { state: 'ended'; outcome: Outcome }

/** Tells a run that is over from one that goes on: `if (hasEnded(run)) run.outcome` is never null. */
export const hasEnded = (run: RunResult): run is EndedRun => run.state === 'ended' && run.outcome !== null

/** The stream of a run ends with its end. */
function ended(run: RunResult): EndedRun {
  if (hasEnded(run)) return run
  throw localError('ANSWER_INVALID', { url: 'the stream of events', reason: 'it ended before the run did' })
}

export type Client = ReturnType<typeof createClient>
type LogFilter = Omit<z.input<typeof logQuery>, 'format' | 'limit'> & { limit?: number }

export function createClient(options: ClientOptions) {
  const { transport, idleMs } = connect(options)
  const follow = (call: CallOptions | undefined): Follow => ({ transport, idleMs, signal: call?.signal })

  return {
    /** Gives the events of a run while it happens, and reconnects when the connection breaks. Aborting cancels the run. */
    stream: (request: RunRequest, call?: CallOptions): AsyncGenerator<RunEvent> => streamRun(request, follow(call)),
    /** Streams underneath: a long silent wait for one answer could be cut off and not resumed. */
    run: async (request: RunRequest, call?: CallOptions): Promise<EndedRun> => {
      const run = emptyRun()
      for await (const event of streamRun(request, follow(call))) applyEvent(run, event)
      return ended(run)
    },
    runs: runCalls(transport, follow),
    /** Past events of one subject, or all, and then new ones as they come; reconnects when the connection breaks. */
    events: (filter?: EventFilter & CallOptions): AsyncGenerator<EngineEvent> =>
      followStream(filter ?? {}, follow(filter)),
    /** One page of stored events, the oldest first. */
    eventPage: (filter?: EventFilter & CallOptions & { limit?: number }) => readEventPage(follow(filter), filter ?? {}),
    detect: (request: { text: string }, call?: CallOptions) =>
      transport.json(detectResult, { method: 'POST', path: '/v1/detect', body: request, ...call }),
    /** Explains an error of a program without running it. */
    diagnose: (request: DiagnoseRequest, call?: CallOptions) =>
      transport.json(diagnoseResult, { method: 'POST', path: '/v1/diagnose', body: request, ...call }),
    /** Repairs a program by the error that it ended with elsewhere. */
    debugCode: (request: RunRequest & { code: string; error: string }, call?: CallOptions) =>
      transport.json(debugResult, { method: 'POST', path: '/v1/debug', body: request, once: true, ...call }),
    ...qualityCalls(transport),
    commands: commandCalls(transport),
    graph: graphCalls(transport),
    tasks: taskCalls(transport),
    memory: memoryCalls(transport),
    chat: chatCalls(transport),
    playbook: playbookCalls(transport),
    agents: agentCalls(transport),
    feedback: feedbackCalls(transport),
    plans: planCalls(transport, follow),
    actions: actionCalls(transport),
    /** The same as `actions.execute`. */
    executeAction: actionCalls(transport).execute,
    approvals: approvalCalls(transport),
    browser: browserCalls(transport),
    sessions: sessionCalls(transport),
    checkpoints: checkpointCalls(transport),
    volumes: volumeCalls(transport),
    errorPatterns: patternCalls(transport),
    strategies: {
      list: (call?: CallOptions) => transport.json(strategyList, { method: 'GET', path: '/v1/strategies', ...call }),
      /** Forgets everything learnt; needs an admin key. */
      reset: (call?: CallOptions) =>
        transport.json(strategyList, { method: 'DELETE', path: '/v1/strategies/learned', ...call }),
    },
    /** Answers even when something is down: its status tells. */
    health: (call?: CallOptions) =>
      transport.json(health, { method: 'GET', path: '/v1/health', alsoAnswers: 503, ...call }),
    stats: (query?: { scope?: 'own' | 'all' }, call?: CallOptions) =>
      transport.json(stats, { method: 'GET', path: '/v1/stats', query: { scope: query?.scope }, ...call }),
    logs: (query?: LogFilter, call?: CallOptions) =>
      transport.json(logExport, { method: 'GET', path: '/v1/logs', query: { ...query, format: 'json' }, ...call }),
    logsCsv: (query?: LogFilter, call?: CallOptions): Promise<string> =>
      transport.text({
        method: 'GET',
        path: '/v1/logs',
        query: { ...query, format: 'csv' },
        headers: { accept: 'text/csv' },
        ...call,
      }),
    keys: keyCalls(transport),
    tokens: tokenCalls(transport),
    packages: packageCalls(transport),
    users: userCalls(transport),
    /** Limits, network and commands that the server allows. */
    policy: (call?: CallOptions) => transport.json(serverPolicy, { method: 'GET', path: '/v1/policy', ...call }),
    config: (call?: CallOptions) => transport.json(settingList, { method: 'GET', path: '/v1/config', ...call }),
    /** With `prove` a real browser is started, which takes seconds. */
    doctor: ({ prove, ...call }: CallOptions & HostQuestion = {}) =>
      transport.json(hostReport, {
        method: 'GET',
        path: '/v1/doctor',
        ...(prove && { query: { prove: 'true' } }),
        ...call,
      }),
    checks: {
      list: (call?: CallOptions) =>
        transport.json(wallCheckList, { method: 'GET', path: '/v1/doctor/checks', ...call }),
      /** Tries one promise of the sandboxes; a fork bomb or the like takes a while. */
      run: (id: string, call?: CallOptions) =>
        transport.json(wallCheckResult, {
          method: 'POST',
          path: `/v1/doctor/checks/${encodeURIComponent(id)}`,
          ...call,
        }),
    },
  }
}

function runCalls(transport: Transport, follow: (call: CallOptions | undefined) => Follow) {
  return {
    /** Newest first; `before` is the last id of the previous page, `search` a part of a title or id. */
    list: (query?: { limit?: number; before?: string; search?: string }, call?: CallOptions) =>
      transport.json(runList, { method: 'GET', path: '/v1/runs', query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) =>
      transport.json(runResult, { method: 'GET', path: `/v1/runs/${knownRun(id)}`, ...call }),
    /** Events from the first, or from behind `after`, to `run.end`. Aborting only stops the reading. */
    follow: async function* (id: string, call?: CallOptions & { after?: number }): AsyncGenerator<RunEvent> {
      yield* followEvents({ ...follow(call), runId: knownRun(id), after: call?.after ?? 0 })
    },
    /** Starts a run that needs no reader, and gives its id at once. `key` lets a lost answer be asked for again. */
    start: (request: RunRequest, call?: CallOptions & { key?: string }) =>
      transport.json(startedRun, {
        method: 'POST',
        path: '/v1/runs',
        body: { ...request, background: true },
        // With the same key the server does the request once, however often it comes.
        headers: { 'idempotency-key': call?.key ?? crypto.randomUUID() },
        signal: call?.signal,
      }),
    /** The whole result when the run has ended; aborting only stops the waiting. */
    wait: async (id: string, call?: CallOptions): Promise<RunResult> => {
      const run = emptyRun()
      for await (const event of followEvents({ ...follow(call), runId: knownRun(id), after: 0 })) applyEvent(run, event)
      return run
    },
    /** The content of a file that the run wrote; of several attempts and blocks the last, unless `place` says. */
    file: async (id: string, path: string, place?: FilePlace, call?: CallOptions): Promise<Uint8Array> => {
      const at = { method: 'GET', path: runFileUrl(knownRun(id), path), query: { ...place } } as const
      const response = await transport.open({ ...at, headers: { accept: '*/*' }, ...call })
      return new Uint8Array(await response.arrayBuffer())
    },
    cancel: async (id: string, call?: CallOptions) => cancelRun(transport, knownRun(id), call?.signal),
    /** Deletes a run with its events and output; a running one must be cancelled first. */
    delete: async (id: string, call?: CallOptions): Promise<void> => {
      await transport.text({ method: 'DELETE', path: `/v1/runs/${knownRun(id)}`, once: true, ...call })
    },
    /** Whether the webhook of a run was delivered. */
    webhook: async (id: string, call?: CallOptions) =>
      transport.json(webhookDelivery, { method: 'GET', path: `/v1/runs/${knownRun(id)}/webhook`, ...call }),
    prune: pruneCall(transport),
  }
}

function patternCalls(transport: Transport) {
  const path = '/v1/error-patterns'
  return {
    list: (call?: CallOptions) => transport.json(errorPatternList, { method: 'GET', path, ...call }),
    /** Replaces a pattern with the same id; needs an admin key. */
    add: (pattern: z.input<typeof errorPattern>, call?: CallOptions) =>
      transport.json(errorPattern, { method: 'POST', path, body: pattern, ...call }),
    remove: (id: string, call?: CallOptions) =>
      transport.json(z.object({ removed: z.boolean() }), { method: 'DELETE', path, query: { id }, ...call }),
  }
}

function keyCalls(transport: Transport) {
  return {
    /** Never repeated automatically: each call that arrives makes a key. */
    add: (request: z.input<typeof keyRequest>, call?: CallOptions) =>
      transport.json(newKey, { method: 'POST', path: '/v1/keys', body: request, once: true, ...call }),
    list: (call?: CallOptions) => transport.json(keyList, { method: 'GET', path: '/v1/keys', ...call }),
    revoke: async (id: string, call?: CallOptions) => {
      if (!keyId.safeParse(id).success) throw localError('KEY_NOT_FOUND', { keyId: id })
      return transport.json(keyInfo, { method: 'DELETE', path: `/v1/keys/${id}`, ...call })
    },
  }
}

/** Ids become part of a path, so only valid ids are accepted. */
function knownRun(id: string): string {
  if (runId.safeParse(id).success) return id
  throw localError('RUN_NOT_FOUND', { runId: id })
}
