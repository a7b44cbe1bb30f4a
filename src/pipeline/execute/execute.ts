import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExecutionEnd } from '../../contract/run.ts'
import type { Language } from '../../language/language.ts'
import type { EgressRequest, NetworkPolicy } from '../../sandbox/network.ts'
import type { Mount, SandboxControl, SandboxProvider } from '../../sandbox/sandbox.ts'
import type { Stage } from '../stage.ts'
import type { Execution } from './execution.ts'
import { withSupport } from './lay-down.ts'
import type { PieceMask } from './output-teller.ts'
import { runProgram } from './run-program.ts'
import { warmKindOf } from './warm-kinds.ts'
import { workspaceOf } from './workspace.ts'

export interface ExecuteParts {
  sandbox: SandboxProvider
  /** Where the packages of a language lie; throws LANGUAGE_MISSING when one is not installed. */
  packageMounts(language: Language): Promise<Mount[]>
  /** Takes what is still to be done when a result is told already. */
  finish(work: Promise<void>): void
  /** For each stream of each program; without it secrets are found only in pieces that hold all of one. */
  newMask?: (() => PieceMask) | undefined
}

/** Runs one program in one fresh box; tells its output while it runs. */
export function createExecute({
  sandbox,
  packageMounts,
  finish,
  newMask,
}: ExecuteParts): Stage<Execution, ExecutionEnd> {
  return async (execution, context) => {
    const { language, code, limits } = execution
    const askedAt = performance.now()
    const release = await execution.admission.takeSlot(context.signal)
    const enteredAt = performance.now()
    // Nothing of the caller's waits for the end of the box, which begins when the result is on its way; its place is free then.
    let end: () => Promise<void> = async () => {}
    try {
      const files = await withSupport(workspaceOf(execution), language)
      const mounts = await packageMounts(language)
      const network = networkOf(execution, context)
      const control = await sandbox.create(
        { limits, network, mounts, warm: warmKindOf(language, code) },
        context.signal,
      )
      end = control.destroy
      const times = { waitMs: enteredAt - askedAt, startMs: performance.now() - enteredAt }
      const ran = await runProgram({ ...execution, files, newMask }, control.sandbox, context)
      return { ...ran, ...times, start: startOf(control), sandbox: boxOf(control) }
    } finally {
      finish(nextTurn().then(end).finally(release))
    }
  }

  function boxOf({ limitsBy }: SandboxControl) {
    return { provider: sandbox.name, limitsBy }
  }
}

/** One that was waiting, or is forked from what was: nothing had to be loaded. */
function startOf({ startedFrom }: SandboxControl): ExecutionEnd['start'] {
  return startedFrom === 'cold' ? 'cold' : 'warm'
}

function networkOf(
  { block, attempt, request }: Execution,
  { emit, cause }: Parameters<Stage<Execution, unknown>>[1],
): NetworkPolicy {
  const onRequest = ({ at: _, ...told }: EgressRequest) =>
    emit({ type: 'egress.request', block, attempt, ...told, cause })
  return { allow: request.options?.network?.allow ?? [], onRequest }
}
