import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import type { ExecutionEnd, RunRequest } from '../../contract/run.ts'
import type { Language } from '../../language/language.ts'
import type { SandboxProvider } from '../../sandbox/sandbox.ts'
import type { Slots } from '../../sandbox/slots.ts'
import type { Stage } from '../stage.ts'
import { createOutputTeller } from './output-teller.ts'

export interface Execution {
  block: number
  attempt: number
  code: string
  language: Language
  limits: Limits
  request: Pick<RunRequest, 'input' | 'files'>
}

export interface ExecuteParts {
  sandbox: SandboxProvider
  slots: Slots
}

/** How much of the end of stderr is kept to read the error from: a traceback stands at the end. */
const ERROR_TEXT = 65_536
const MEGABYTE = 1_048_576

/** Runs one program in one fresh box; tells its output while it runs. */
export function createExecute({ sandbox, slots }: ExecuteParts): Stage<Execution, ExecutionEnd> {
  return async (execution, { emit, signal, cause }) => {
    const { block, attempt, code, language, limits } = execution
    const askedAt = performance.now()
    const release = await slots.take(signal)
    const waitMs = performance.now() - askedAt
    let stderr = ''
    const teller = createOutputTeller((stream, text) => {
      if (stream === 'stderr') stderr = (stderr + text).slice(-ERROR_TEXT)
      emit({ type: 'output.delta', block, attempt, stream, text, cause })
    })
    try {
      const { command, reservedMb } = language
      const input = Buffer.from(execution.request.input ?? '')
      const program = { command, reservedMb, input, files: workspaceOf(execution) }
      const result = await sandbox.run(program, { limits, signal, onOutput: teller.write })
      const { invalidUtf8 } = teller.end()
      const failed = result.endedBy === 'exit' && result.exitCode !== 0
      const error = failed ? language.errorOf({ stderr, code }) : undefined
      return { ...result, waitMs, invalidUtf8, ...(error && { error }) }
    } finally {
      release()
    }
  }
}

function workspaceOf({ code, language, limits, request }: Execution): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const [path, content] of Object.entries(request.files ?? {})) {
    if (path === language.fileName) throw badFiles(`${path} is the name of the program itself; choose another`)
    files.set(path, typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'))
  }
  files.set(language.fileName, Buffer.from(code))
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  if (bytes > limits.diskMb * MEGABYTE) {
    throw badFiles(
      `program and files have ${bytes} bytes, the workspace holds ${limits.diskMb} MB; raise limits.diskMb`,
    )
  }
  return files
}

const badFiles = (problem: string) => new EngineError('INVALID_REQUEST', { problems: [`body.files: ${problem}`] })
