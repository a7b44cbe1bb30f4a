import type { EventOf, RunEvent } from './event.ts'
import { addOutput } from './exact-output.ts'
import { roundMs } from './round-ms.ts'
import type { Attempt, RunResult } from './run.ts'
import type { RunFile } from './run-file.ts'
import { runFileUrl } from './run-file-url.ts'

/** The one fold from events to the result of a run: results, command line and console all show what it gives. */
export function reduceRun(events: Iterable<RunEvent>): RunResult {
  const run = emptyRun()
  for (const event of events) applyEvent(run, event)
  return run
}

export function emptyRun(): RunResult {
  return {
    runId: '',
    sessionId: null,
    state: 'running',
    outcome: null,
    startedAt: 0,
    session: null,
    blocks: [],
    files: [],
    timings: { totalMs: 0, waitMs: 0, stages: {} },
  }
}

/** Changes `run` in place: a run of ten thousand deltas must not copy its output ten thousand times. */
export function applyEvent(run: RunResult, event: RunEvent): RunResult {
  switch (event.type) {
    case 'run.start':
      Object.assign(run, { runId: event.runId, startedAt: event.at })
      Object.assign(run, { session: event.sessionId, sessionId: event.sessionId })
      break
    case 'run.resumed':
      // Everything that was told since the start is void: it is done again, from the request.
      Object.assign(run, { blocks: [], files: [], timings: emptyRun().timings })
      break
    case 'block.found':
      run.blocks[event.block] = { ...event.found, attempts: [], findings: [] }
      break
    case 'attempt.start':
      startAttempt(run, event)
      run.files = filesOf(run)
      break
    case 'output.delta': {
      const attempt = attemptOf(run, event)
      if (attempt) addOutput(attempt, event)
      break
    }
    case 'attempt.end':
      endAttempt(run, event)
      break
    case 'value.shown': {
      const { isResult, data, metadata } = event
      attemptOf(run, event)?.results.push({ isResult, data, metadata })
      break
    }
    case 'file.written':
      addFile(run, event)
      break
    case 'files.left':
      Object.assign(attemptOf(run, event) ?? {}, { filesLeftOut: event.left })
      break
    case 'state.settled':
      Object.assign(attemptOf(run, event) ?? {}, { state: event.state })
      break
    case 'test.end': {
      const { name, passed, detail, durationMs } = event
      const attempt = attemptOf(run, event)
      if (attempt) attempt.tests = [...(attempt.tests ?? []), { name, passed, durationMs, ...(detail && { detail }) }]
      break
    }
    case 'error.diagnosed': {
      const attempt = attemptOf(run, event)
      if (attempt) attempt.error = event.diagnosis
      break
    }
    case 'code.guarded':
      guardBlock(run, event)
      break
    case 'code.analyzed':
      Object.assign(run.blocks[event.block] ?? {}, { analysis: event.analysis })
      break
    case 'code.measured':
      Object.assign(run.blocks[event.block] ?? {}, { performance: event.measured })
      break
    case 'code.tested':
      Object.assign(run.blocks[event.block] ?? {}, { tests: event.report })
      break
    case 'code.recalled':
      Object.assign(run.blocks[event.block] ?? {}, { similar: event.similar })
      break
    case 'block.end':
      endBlock(run, event)
      break
    case 'stage.end':
      run.timings.stages[event.stage] = roundMs((run.timings.stages[event.stage] ?? 0) + event.durationMs)
      break
    case 'run.end':
      endRun(run, event)
      break
    case 'stage.start':
    case 'thinking.delta':
    case 'model.asked':
    case 'egress.request':
    case 'approval.wait':
    case 'approval.suggested':
    case 'repair.searched':
    case 'lessons.used':
    case 'repairs.recalled':
    case 'examples.used':
    case 'feedback.noted':
      break
  }
  return run
}

function startAttempt(run: RunResult, event: EventOf<'attempt.start'>) {
  const attempt: Attempt = { n: event.attempt, code: event.code, stdout: '', stderr: '', results: [] }
  if (event.diff !== undefined) attempt.diff = event.diff
  if (event.strategy !== undefined) attempt.strategy = event.strategy
  if (event.why !== undefined) attempt.why = event.why
  if (event.assumption !== undefined) attempt.assumption = event.assumption
  if (event.confidence !== undefined) attempt.confidence = event.confidence
  if (event.tried !== undefined) attempt.tried = event.tried
  run.blocks[event.block]?.attempts.push(attempt)
}

function endAttempt(run: RunResult, event: EventOf<'attempt.end'>) {
  const attempt = attemptOf(run, event)
  if (!attempt) return
  const { endedBy, exitCode, signal, durationMs, waitMs, invalidUtf8 } = event
  if (event.sandbox) attempt.sandbox = event.sandbox
  if (event.startMs !== undefined) attempt.startMs = event.startMs
  if (event.start) attempt.start = event.start
  Object.assign(attempt, { endedBy, exitCode, signal, durationMs, waitMs, invalidUtf8 })
  if (event.compileMs !== undefined) attempt.compileMs = event.compileMs
  if (event.error) attempt.error = event.error
  if (event.spent) attempt.spent = event.spent
  if (event.cached) Object.assign(attempt, { cached: true, provedBy: event.provedBy ?? [] })
  run.timings.waitMs = roundMs(run.timings.waitMs + waitMs)
}

function addFile(run: RunResult, { runId, block, attempt: n, path, size, mediaType: type }: EventOf<'file.written'>) {
  const attempt = attemptOf(run, { block, attempt: n })
  if (!attempt) return
  attempt.files = [...(attempt.files ?? []), { path, size, type, url: runFileUrl(runId, path, { block, attempt: n }) }]
  run.files = filesOf(run)
}

/** The files of the last attempts; a path that several blocks wrote stands there once. */
function filesOf({ runId, blocks }: RunResult): RunFile[] {
  const last = blocks.flatMap(({ attempts }) => attempts.at(-1)?.files ?? [])
  return [...new Map(last.map((file) => [file.path, { ...file, url: runFileUrl(runId, file.path) }])).values()]
}

function guardBlock(run: RunResult, event: EventOf<'code.guarded'>) {
  const { findings, score, safe, partial, unread, leftOut, sanitized } = event
  const guard = {
    score,
    safe,
    partial,
    ...(unread && { unread }),
    ...(leftOut && { leftOut }),
    ...(sanitized && { sanitized }),
  }
  Object.assign(run.blocks[event.block] ?? {}, { findings, guard })
}

function endBlock(run: RunResult, event: EventOf<'block.end'>) {
  const block = run.blocks[event.block]
  if (!block) return
  const { outcome, finalCode, stopped, suggestion, explanation } = event
  const told = { ...(stopped && { stopped }), ...(suggestion && { suggestion }), ...(explanation && { explanation }) }
  Object.assign(block, { outcome, finalCode, ...told })
}

function endRun(run: RunResult, event: EventOf<'run.end'>) {
  run.state = 'ended'
  run.outcome = event.outcome
  run.timings.totalMs = event.durationMs
  if (event.finalCode !== undefined) run.finalCode = event.finalCode
  if (event.error) run.error = event.error
}

function attemptOf(run: RunResult, at: { block: number; attempt: number }): Attempt | undefined {
  return run.blocks[at.block]?.attempts.find((attempt) => attempt.n === at.attempt)
}
