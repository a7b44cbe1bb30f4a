import type { Limits } from '../../contract/limits.ts'
import type { ExecutionEnd, RunRequest } from '../../contract/run.ts'
import type { Language } from '../../language/language.ts'
import type { EgressRequest, NetworkPolicy } from '../../sandbox/network.ts'
import type { Sandbox, SandboxControl, SandboxProvider } from '../../sandbox/sandbox.ts'
import type { Admission } from '../../sandbox/slots.ts'
import type { Stage, StageContext } from '../stage.ts'
import { createOutputTeller } from './output-teller.ts'
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
}

/** How much of the end of stderr is kept to read the error from: a traceback stands at the end. */
const ERROR_TEXT = 65_536

/** Runs one program in one fresh box; tells its output while it runs. */
export function createExecute({ sandbox }: ExecuteParts): Stage<Execution, ExecutionEnd> {
  return async (execution, { emit, signal, cause }) => {
    const { block, attempt, limits } = execution
    const askedAt = performance.now()
    const release = await execution.admission.takeSlot(signal)
    const enteredAt = performance.now()
    try {
      const files = workspaceOf(execution)
      const network = networkOf(execution, (request) =>
        emit({ type: 'egress.request', block, attempt, ...request, cause }),
      )
      const control = await sandbox.create({ limits, network }, signal)
      try {
        for (const [path, content] of files) await control.sandbox.files.write(path, content)
        const times = { waitMs: enteredAt - askedAt, startMs: performance.now() - enteredAt }
        return {
          ...(await runProgram(execution, control.sandbox, { emit, signal, cause })),
          ...times,
          start: startOf(control),
          sandbox: boxOf(control),
        }
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

/** Every box is made when it is asked for. */
function startOf(_: SandboxControl): ExecutionEnd['start'] {
  return 'cold'
}

async function runProgram(
  { block, attempt, code, language, request }: Execution,
  sandbox: Sandbox,
  { emit, signal, cause }: StageContext,
): Promise<Omit<ExecutionEnd, 'waitMs'>> {
  let stderr = ''
  const teller = createOutputTeller((stream, text) => {
    if (stream === 'stderr') stderr = (stderr + text).slice(-ERROR_TEXT)
    emit({ type: 'output.delta', block, attempt, stream, text, cause })
  })
  const { command, reservedMb } = language
  const input = Buffer.from(request.input ?? '')
  const result = await sandbox.exec(command, { input, reservedMb, signal, onOutput: teller.write })
  const { invalidUtf8 } = teller.end()
  const failed = result.exitCode !== 0
  const error = failed ? language.errorOf({ stderr, code }) : undefined
  return { ...result, invalidUtf8, ...(error && { error }) }
}

function networkOf({ request }: Execution, onRequest: (request: Omit<EgressRequest, 'at'>) => void): NetworkPolicy {
  return { allow: request.options?.network?.allow ?? [], onRequest: ({ at: _, ...told }) => onRequest(told) }
}
