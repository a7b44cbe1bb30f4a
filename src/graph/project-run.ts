import type { EventOf } from '../contract/event.ts'
import type { Area } from './area.ts'
import { putFile } from './file-versions.ts'
import { namedFiles } from './named-files.ts'
import type { Plot, Told } from './plot.ts'
import { putEnd } from './put-end.ts'

/** Runs: their attempts, failures and repairs, the files they wrote and the hosts they asked. */
export const projectRun: Area = (event, plot) => {
  switch (event.type) {
    case 'run.start':
      startRun(event, plot)
      return true
    case 'attempt.start':
      startAttempt(event, plot)
      return true
    case 'attempt.end':
      endAttempt(event, plot)
      return true
    case 'error.diagnosed':
      fail(event, plot, `${event.diagnosis.type}: ${event.diagnosis.message}`)
      return true
    case 'file.written':
      putFile(plot, event, { place: `run:${event.runId}`, path: event.path, by: attemptNode(event, plot) })
      return true
    case 'egress.request': {
      const label = `${event.host}:${event.port}${event.allowed ? '' : ' (refused)'}`
      const host = plot.node(`host:${event.host}:${event.port}`, event, { label })
      plot.edge(attemptNode(event, plot), host, { kind: 'asked', event })
      return true
    }
    case 'run.end':
      endRun(event, plot)
      return true
    case 'run.deleted':
      plot.node(event.subject, event, { outcome: 'deleted', endedAt: event.at })
      return true
    default:
      return event.subject.startsWith('run:')
  }
}

type AttemptEvent = Told & { runId: string; block: number; attempt: number }

const attemptOf = ({ runId, block, attempt }: Omit<AttemptEvent, keyof Told>) => `attempt:${runId}/${block}/${attempt}`
const failureOf = (event: Omit<AttemptEvent, keyof Told>) => attemptOf(event).replace('attempt:', 'failure:')

const attemptNode = (event: AttemptEvent, plot: Plot) => plot.node(attemptOf(event), event)

function startRun(event: EventOf<'run.start'>, plot: Plot): void {
  const { request } = event
  const source = request?.code ?? request?.text ?? request?.programs?.[0]?.code
  const run = plot.node(`run:${event.runId}`, event, {
    label: source?.trimStart() ?? `${event.kind} of ${event.bytes} bytes`,
  })
  plot.means(event, run)
  plot.cause(event, run)
  const state = plot.states.get(event.sessionId ?? '')
  if (state !== undefined) plot.edge(state, run, { kind: 'began', event })
  for (const path of Object.keys(request?.files ?? {})) {
    const file = putFile(plot, event, { place: `run:${event.runId}/given`, path })
    plot.edge(file, run, { kind: 'given-to', event })
  }
}

function startAttempt(event: EventOf<'attempt.start'>, plot: Plot): void {
  const { attempt, why, code, sessionId } = event
  const id = plot.node(attemptOf(event), event, { label: why ?? `attempt ${attempt}` })
  plot.means(event, id)
  const before = failureOf({ ...event, attempt: attempt - 1 })
  if (attempt > 1 && plot.has(before)) plot.edge(before, id, { kind: 'led-to', event })
  else plot.edge(`run:${event.runId}`, id, { kind: 'did', event })
  if (sessionId === null) return
  const named = namedFiles(plot, { place: `session:${sessionId}`, code })
  for (const file of named) plot.edge(file, id, { kind: 'named-in', event })
}

function endAttempt(event: EventOf<'attempt.end'>, plot: Plot): void {
  const { endedBy, exitCode, error } = event
  const isOk = endedBy === 'exit' && exitCode === 0
  const outcome = isOk ? 'ok' : endedBy === 'exit' ? `exit ${exitCode}` : endedBy
  const attempt = plot.node(attemptOf(event), event, { outcome, endedAt: event.at })
  plot.means(event, attempt)
  if (isOk) plot.failures.delete(event.runId)
  else fail(event, plot, error ? `${error.type}: ${error.message}` : outcome)
}

/** The attempt failed; the last failure of a run is the one that it may end with. */
function fail(event: EventOf<'attempt.end' | 'error.diagnosed'>, plot: Plot, label: string): void {
  const failure = plot.node(failureOf(event), event, { label })
  plot.edge(attemptNode(event, plot), failure, { kind: 'led-to', event })
  plot.failures.set(event.runId, failure)
}

function endRun(event: EventOf<'run.end'>, plot: Plot): void {
  const { outcome, error, runId } = event
  const run = plot.node(`run:${runId}`, event, { outcome, endedAt: event.at })
  const isGood = outcome === 'ok' || outcome === 'nothing-to-run'
  putEnd(plot, event, { of: run, isGood, label: error?.message ?? outcome, after: plot.failures.get(runId) })
  plot.failures.delete(runId)
}
