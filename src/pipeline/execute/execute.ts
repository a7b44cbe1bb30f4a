import type { Limits } from '../../contract/limits.ts'
import type { ExecutionEnd, RunRequest } from '../../contract/run.ts'
import type { Language } from '../../language/language.ts'
import type { EgressRequest, NetworkPolicy } from '../../sandbox/network.ts'
import type { Sandbox, SandboxControl, SandboxProvider } from '../../sandbox/sandbox.ts'
import type { Admission } from '../../sandbox/slots.ts'
import type { Stage, StageContext } from '../stage.ts'
import { createOutputTeller, type PieceMask } from './output-teller.ts'
import { workspaceOf } from './workspace.ts'

export interface Execution {
  block: number
  attempt: number
  code: string
  language: Language
  limits: Limits
  admission: Pick<Admission, 'takeSlot'>
  request: Pick<RunRequest, 'input' | 'files' | 'options'>
}

export interface ExecuteParts {
  sandbox: SandboxProvider
  /** Takes what is still to be done when a result is told already. */
  finish(work: Promise<void>): void
  /** For each stream of each program; without it secrets are found only in pieces that hold all of one. */
  newMask?: (() => PieceMask) | undefined
}

/** How much of the end of stderr is kept to read the error from: a traceback stands at the end. */
const ERROR_TEXT = 65_536

/** Runs one program in one fresh box; tells its output while it runs. */
export function createExecute({ sandbox, finish, newMask }: ExecuteParts): Stage<Execution, ExecutionEnd> {
  return async (execution, { emit, signal, cause }) => {
    const { block, attempt, limits } = execution
    const askedAt = performance.now()
    const release = await execution.admission.takeSlot(signal)
    const enteredAt = performance.now()
    // Nothing of the caller's waits for the end of the box; its place is free when it is gone.
    let end: () => Promise<void> = async () => {}
    try {
      const files = workspaceOf(execution)
      const network = networkOf(execution, (request) =>
        emit({ type: 'egress.request', block, attempt, ...request, cause }),
      )
      const warm = execution.language.warm(execution.code)
      const control = await sandbox.create({ limits, network, warm }, signal)
      end = control.destroy
      const times = { waitMs: enteredAt - askedAt, startMs: performance.now() - enteredAt }
      const ran = await runProgram({ ...execution, files, newMask }, control.sandbox, { emit, signal, cause })
      return { ...ran, ...times, start: startOf(control), sandbox: boxOf(control) }
    } finally {
      finish(end().finally(release))
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

interface Program extends Execution, Pick<ExecuteParts, 'newMask'> {
  files: Map<string, Buffer>
}

async function runProgram(
  { block, attempt, code, language, request, files, newMask }: Program,
  sandbox: Sandbox,
  { emit, signal, cause }: StageContext,
): Promise<Omit<ExecutionEnd, 'waitMs'>> {
  let stderr = ''
  const teller = createOutputTeller((stream, text) => {
    if (stream === 'stderr') stderr = (stderr + text).slice(-ERROR_TEXT)
    emit({ type: 'output.delta', block, attempt, stream, text, cause })
  }, newMask)
  const { command, reservedMb } = language
  const input = Buffer.from(request.input ?? '')
  const result = await sandbox.exec(command, { input, files, reservedMb, signal, onOutput: teller.write })
  const { invalidUtf8 } = teller.end()
  const failed = result.exitCode !== 0
  const error = failed ? language.errorOf({ stderr, code }) : undefined
  return { ...result, invalidUtf8, ...(error && { error }) }
}

function networkOf({ request }: Execution, onRequest: (request: Omit<EgressRequest, 'at'>) => void): NetworkPolicy {
  return { allow: request.options?.network?.allow ?? [], onRequest: ({ at: _, ...told }) => onRequest(told) }
}
