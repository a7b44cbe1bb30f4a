import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExecutionEnd } from '../../contract/run.ts'
import { type Language, programOf } from '../../language/language.ts'
import type { EgressRequest, NetworkPolicy } from '../../sandbox/network.ts'
import {
  type Mount,
  type Sandbox,
  type SandboxControl,
  type SandboxProvider,
  WORKSPACE,
} from '../../sandbox/sandbox.ts'
import type { Executed, Execution, RunSession } from '../execution.ts'
import type { Stage, StageContext } from '../stage.ts'
import { withSupport } from './lay-down.ts'
import type { PieceMask } from './output-teller.ts'
import { runProgram } from './run-program.ts'
import { startCounting } from './spent-since.ts'
import { warmKindOf } from './warm-kinds.ts'
import { workspaceOf } from './workspace.ts'

export interface ExecuteParts {
  sandbox: SandboxProvider
  /** Mounts of a language's packages; throws LANGUAGE_MISSING when one is not installed. */
  packageMounts(language: Language): Promise<Mount[]>
  /** Takes the work that is left after a result has been returned. */
  finish(work: Promise<void>): void
  /** Makes a mask for each stream of each program; without masks a secret is found only in a piece that holds all of it. */
  newMask?: (() => PieceMask) | undefined
}

/** Runs one program in one fresh sandbox; emits its output while it runs. */
export function createExecute({ sandbox, packageMounts, finish, newMask }: ExecuteParts): Stage<Execution, Executed> {
  return async (execution, context) => {
    const { language, code, limits } = execution
    const askedAt = performance.now()
    const release = await execution.admission.takeSlot(context.signal)
    const enteredAt = performance.now()
    // The caller does not wait for the sandbox's end, which begins when the result is on its way; the slot is free after it.
    let endBox: () => Promise<void> = async () => {}
    try {
      if (execution.session) {
        const waitMs = enteredAt - askedAt
        return await inSession({ session: execution.session, waitMs }, execution, context)
      }
      const files = await withSupport(workspaceOf(execution), language)
      const mounts = await packageMounts(language)
      const network = networkOf(execution, context)
      const control = await sandbox.create(
        { limits, network, mounts, warm: warmKindOf(language, code) },
        context.signal,
      )
      endBox = control.destroy
      const times = { waitMs: enteredAt - askedAt, startMs: performance.now() - enteredAt }
      if (execution.archive) await unpack(execution, control.sandbox, context.signal)
      const spentIn = execution.measures ? await startCounting(control.sandbox) : undefined
      const { end: ran, ...printed } = await runProgram({ ...execution, files, newMask }, control.sandbox, context)
      const spent = spentIn && { spent: await spentIn(ran.durationMs) }
      // The workspace of a failed program is not handed on.
      const isWanted = execution.keepsWorkspace && ran.endedBy === 'exit' && ran.exitCode === 0
      const archive = isWanted ? { archive: await all(control.snapshot()) } : {}
      const end = { ...ran, ...times, ...spent, start: startOf(control), sandbox: boxOf(control) }
      return { end, ...printed, ...archive }
    } finally {
      finish(nextTurn().then(endBox).finally(release))
    }
  }

  function boxOf({ limitsBy }: SandboxControl) {
    return { provider: sandbox.name, limitsBy }
  }
}

/** A session takes the same slot: it needs as much as a sandbox of its own. */
async function inSession(
  { session, waitMs }: { session: RunSession; waitMs: number },
  execution: Execution,
  context: StageContext,
): Promise<Executed> {
  const executed = await session.execute(execution, context)
  return { ...executed, end: { ...executed.end, waitMs: executed.end.waitMs + waitMs } }
}

/** A sandbox that was pooled, or forked from a pooled one, is warm: nothing had to be loaded. */
function startOf({ startedFrom }: SandboxControl): ExecutionEnd['start'] {
  return startedFrom === 'cold' ? 'cold' : 'warm'
}

/**
 * Unpacks inside of the sandbox, since names and links in the archive come from a program. The file that an interpreter may
 * wait for is left alone.
 */
async function unpack({ archive, language, code }: Execution, sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  const { fileName } = programOf(language, code)
  const command = ['tar', '-xf', '-', '-C', WORKSPACE, `--exclude=./${fileName}`, `--exclude=${fileName}`]
  const { exitCode } = await sandbox.exec(command, { ...(archive && { input: archive }), signal })
  if (exitCode !== 0) throw new Error(`the workspace of the block before could not be unpacked (exit ${exitCode})`)
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const list: Uint8Array[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

function networkOf(
  { block, attempt, request }: Execution,
  { emit, cause }: Parameters<Stage<Execution, unknown>>[1],
): NetworkPolicy {
  const onRequest = ({ at: _, ...told }: EgressRequest) =>
    emit({ type: 'egress.request', block, attempt, ...told, cause })
  return { allow: request.options?.network?.allow ?? [], onRequest }
}
