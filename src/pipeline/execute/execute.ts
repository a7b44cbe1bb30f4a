import type { ExecutionEnd } from '../../contract/run.ts'
import type { Language } from '../../language/language.ts'
import type { EgressRequest, NetworkPolicy } from '../../sandbox/network.ts'
import type { Mount, SandboxControl, SandboxProvider } from '../../sandbox/sandbox.ts'
import type { Slots } from '../../sandbox/slots.ts'
import type { Stage } from '../stage.ts'
import type { Execution } from './execution.ts'
import { layDown } from './lay-down.ts'
import { runProgram } from './run-program.ts'
import { workspaceOf } from './workspace.ts'

export interface ExecuteParts {
  sandbox: SandboxProvider
  slots: Slots
  /** Where the packages of a language lie; throws LANGUAGE_MISSING when one is not installed. */
  packageMounts(language: Language): Promise<Mount[]>
}

/** Runs one program in one fresh box; tells its output while it runs. */
export function createExecute({ sandbox, slots, packageMounts }: ExecuteParts): Stage<Execution, ExecutionEnd> {
  return async (execution, { emit, signal, cause }) => {
    const { block, attempt, language, limits } = execution
    const askedAt = performance.now()
    const release = await slots.take(signal)
    const waitMs = performance.now() - askedAt
    try {
      const files = workspaceOf(execution)
      const network = networkOf(execution, (request) =>
        emit({ type: 'egress.request', block, attempt, ...request, cause }),
      )
      const mounts = await packageMounts(language)
      const control = await sandbox.create({ limits, network, mounts }, signal)
      try {
        await layDown(files, language, control.sandbox)
        const end = await runProgram(execution, control.sandbox, { emit, signal, cause })
        return { ...end, waitMs, sandbox: boxOf(control) }
      } finally {
        await control.destroy()
      }
    } finally {
      release()
    }
  }

  function boxOf({ limitsBy }: SandboxControl) {
    return { provider: sandbox.name, limitsBy }
  }
}

function networkOf({ request }: Execution, onRequest: (request: Omit<EgressRequest, 'at'>) => void): NetworkPolicy {
  return { allow: request.options?.network?.allow ?? [], onRequest: ({ at: _, ...told }) => onRequest(told) }
}
