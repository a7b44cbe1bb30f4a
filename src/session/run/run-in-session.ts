import { EngineError } from '../../contract/errors.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import type { SessionExecution } from '../../contract/session.ts'
import { findKernelProgram, type KernelProgram } from '../../kernel/kernel-program.ts'
import { createTurns, type Turns } from '../../kernel/turns.ts'
import type { Language } from '../../language/language.ts'
import { withSupport } from '../../pipeline/execute/lay-down.ts'
import type { PieceMask } from '../../pipeline/execute/output-teller.ts'
import { runProgram } from '../../pipeline/execute/run-program.ts'
import { startCounting } from '../../pipeline/execute/spent-since.ts'
import { workspaceOf } from '../../pipeline/execute/workspace.ts'
import type { Executed, Execution, KnownName, RunSession, Settlement } from '../../pipeline/execution.ts'
import type { StageContext } from '../../pipeline/stage.ts'
import { type Attempts, type AttemptsParts, createAttempts } from '../attempts.ts'
import type { Checkpoints } from '../checkpoint/create-checkpoints.ts'
import type { KeepParts } from '../keep-session.ts'
import type { LoadedSession } from '../loaded-session.ts'
import { executeInKernel } from './execute-in-kernel.ts'

export interface RunInSessionParts {
  keep: KeepParts
  programs: readonly KernelProgram[]
  checkpoints: Checkpoints
  /** Executions between automatic checkpoints, for sessions that set none; 0 means never. */
  checkpointEvery: number
  checkpointRisky: boolean
  provider: string
  newMask: (() => PieceMask) | undefined
  clock(): number
}

/** A session that was taken for one run. */
export interface TakenSession {
  session: LoadedSession
  /** Ends the session's sandbox: the next run begins with the last saved state. */
  discard(): Promise<void>
  renew: AttemptsParts['renew']
  leave(): void
}

/** The loop's view of a session: executes, asks the interpreter for facts, keeps or undoes. */
export function runInSession(parts: RunInSessionParts, { session, discard, renew, leave }: TakenSession): RunSession {
  const attempts = createAttempts({ ...parts.keep, renew }, session)
  // Corrections are tried side by side; in a session they take turns.
  const turns = createTurns()
  let runId: string | null = null
  let last: { code: string; durationMs: number } | undefined
  let hasRiskPoint = false
  let isBroken = false

  const execute = async (execution: Execution, context: StageContext): Promise<Executed> => {
    const leaveTurn = await turns.take(context.signal)
    if (!leaveTurn) throw context.signal.reason
    try {
      last = { code: execution.code, durationMs: 0 }
      const executed = await executeNext(parts, { session, attempts }, execution, context)
      last.durationMs = executed.end.durationMs
      return executed
    } finally {
      leaveTurn()
    }
  }
  /** Neither kept nor undone: the state of the session is unknown, but the saved state is known. */
  const orBroken = <T>(decision: Promise<T>): Promise<T> =>
    decision.catch((error) => {
      isBroken = true
      throw error
    })
  const record = ({ outcome, execution }: Settlement): Omit<SessionExecution, 'n'> => ({
    runId,
    language: execution.language.id,
    code: execution.code,
    outcome,
    at: parts.clock(),
    durationMs: last?.durationMs ?? 0,
  })
  return {
    id: session.row.id,
    begin: (id) => {
      runId = id
    },
    execute,
    known: (language, signal) => knownTo({ turns, attempts, session }, kernelOf(parts.programs, language), signal),
    async settle(settlement, signal) {
      const { outcome, execution } = settlement
      if (outcome !== 'ok') return orBroken(attempts.giveUp(record(settlement)))
      // Tests ran since then: the code is executed once more, silently.
      if (last?.code !== execution.code) {
        const { end } = await execute(execution, { emit: () => '', signal, cause: '' })
        signal.throwIfAborted()
        if (end.endedBy !== 'exit' || end.exitCode !== 0) throw notRepeated(end)
      }
      const state = await orBroken(attempts.keep(record(settlement)))
      const every = session.row.settings.checkpointEvery ?? parts.checkpointEvery
      if (every > 0 && session.row.executions % every === 0) await parts.checkpoints.make(session, 'regular')
      return state
    },
    async beforeRisk() {
      // One checkpoint per run: nothing is kept between its attempts.
      if (!parts.checkpointRisky || hasRiskPoint || session.row.executions === 0) return
      hasRiskPoint = true
      await attempts.undo()
      await parts.checkpoints.make(session, 'risky')
    },
    async leave() {
      try {
        if (isBroken) await discard()
        else await attempts.undo().catch(discard)
      } finally {
        leave()
      }
    },
  }
}

async function knownTo(
  { turns, attempts, session }: { turns: Turns; attempts: Attempts; session: LoadedSession },
  kernel: string | undefined,
  signal: AbortSignal,
): Promise<KnownName[]> {
  const leaveTurn = kernel === undefined ? undefined : await turns.take(signal)
  if (!leaveTurn) return []
  try {
    const contextId = await attempts.begin(kernel)
    return contextId === undefined ? [] : await session.live.contexts.variables(contextId)
  } finally {
    leaveTurn()
  }
}

async function executeNext(
  parts: RunInSessionParts,
  { session, attempts }: { session: LoadedSession; attempts: Attempts },
  execution: Execution,
  context: StageContext,
): Promise<Executed> {
  const askedAt = performance.now()
  const kernel = kernelOf(parts.programs, execution.language)
  const contextId = await attempts.begin(kernel)
  const { sandbox, limitsBy } = session.live
  // A limit that was hit before does not count for the next program.
  await sandbox.whyEnded({ exitCode: 0, signal: null })
  const startMs = performance.now() - askedAt
  const spentIn = execution.measures ? await startCounting(sandbox) : undefined
  const ran =
    contextId === undefined
      ? await executeProgram(parts, { session, execution }, context)
      : await executeCell(parts, { session, execution, contextId }, context)
  const spent = spentIn && { spent: await spentIn(ran.end.durationMs) }
  return {
    ...ran,
    end: { ...ran.end, ...spent, waitMs: 0, startMs, start: 'warm', sandbox: { provider: parts.provider, limitsBy } },
  }
}

async function executeCell(
  { newMask }: RunInSessionParts,
  { session, execution, contextId }: { session: LoadedSession; execution: Execution; contextId: string },
  context: StageContext,
) {
  const files = workspaceOf(execution)
  files.delete(execution.language.fileName)
  for (const [path, content] of files) await session.live.sandbox.files.write(path, content)
  return executeInKernel(session, { contextId, execution, newMask }, context)
}

/** Runs a program of a language without living interpreters in the sandbox of the session, among its files. */
async function executeProgram(
  { keep, newMask }: RunInSessionParts,
  { session, execution }: { session: LoadedSession; execution: Execution },
  context: StageContext,
) {
  const { language } = execution
  if (language.packages) throw new EngineError('UNSUPPORTED', { what: `${language.id} in a session` })
  const { sandbox } = session.live
  const files = await withSupport(workspaceOf(execution), language)
  const ran = await runProgram({ ...execution, files, newMask }, sandbox, context)
  // The program itself is no file of the session, unless the session had a file of that name.
  const { fileName } = language
  const had = session.saved?.manifest.entries.find(({ path, type }) => path === fileName && type === 'file')
  if (!session.saved || !had) await sandbox.files.remove(fileName)
  else await sandbox.files.write(fileName, keep.states.content(session.saved, had.chunks ?? []), { mode: had.mode })
  return ran
}

/** Half of a program is not the program that passed the tests: its changes are undone when the session is left. */
function notRepeated({ endedBy, exitCode, error }: ExecutionEnd): EngineError {
  const ended = endedBy === 'exit' ? `exit code ${exitCode}` : endedBy
  return new EngineError('NOT_REPEATED', { reason: error ? `${error.type}: ${error.message}` : ended })
}

const kernelOf = (programs: readonly KernelProgram[], { id }: Language): string | undefined =>
  findKernelProgram(programs, id)?.language
