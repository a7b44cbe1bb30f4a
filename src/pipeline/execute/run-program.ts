import { EngineError } from '../../contract/errors.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import { type Language, programOf } from '../../language/language.ts'
import type { ExecOptions, ExecResult, OutputChunk, Sandbox } from '../../sandbox/sandbox.ts'
import type { StageContext } from '../stage.ts'
import type { Execution } from './execution.ts'
import { createOutputTeller } from './output-teller.ts'

/** How much of the end of stderr is kept to read the error from: a traceback stands at the end. */
const ERROR_TEXT = 65_536
/** What a shell and our agent answer for a program that is not there. */
const NOT_FOUND = 127

export type ProgramEnd = Omit<ExecutionEnd, 'waitMs' | 'sandbox'>

/** Compiles where the language does, then runs. Both steps share one box, one time limit and one output limit. */
export async function runProgram(
  execution: Execution,
  sandbox: Sandbox,
  { emit, signal, cause }: StageContext,
): Promise<ProgramEnd> {
  const { block, attempt, code, language, limits, request } = execution
  const { compile, command } = programOf(language, code)
  const { env, reservedMb } = language
  let stderr = ''
  let printedBytes = 0
  const teller = createOutputTeller((stream, text) => {
    if (stream === 'stderr') stderr = (stderr + text).slice(-ERROR_TEXT)
    emit({ type: 'output.delta', block, attempt, stream, text, cause })
  })
  const exec = (argv: string[], options: ExecOptions) =>
    sandbox.exec(argv, { reservedMb, signal, onOutput: teller.write, ...(env && { env }), ...options })

  const onCompilerOutput = ({ bytes }: OutputChunk) => {
    printedBytes += bytes.length
    return teller.write({ stream: 'stderr', bytes })
  }
  const compiled = compile && (await exec(compile.command, { onOutput: onCompilerOutput }))
  const isCompiled = compiled === undefined || succeeded(compiled)
  const ran = isCompiled
    ? await exec([...command, ...(request.args ?? [])], {
        input: Buffer.from(request.input ?? ''),
        timeoutMs: Math.max(1, limits.timeoutMs - (compiled?.durationMs ?? 0)),
        outputBytes: Math.max(1, limits.outputBytes - printedBytes),
      })
    : undefined
  const { invalidUtf8 } = teller.end()
  const last = ran ?? (compiled as ExecResult)
  if (last.exitCode === NOT_FOUND) await assertInstalled(language, sandbox)
  const errorOf = isCompiled ? language.errorOf : compile?.errorOf
  const error = last.exitCode === 0 ? undefined : errorOf?.({ stderr, code })
  const compileMs = compiled?.durationMs
  return {
    ...last,
    durationMs: (compileMs ?? 0) + (ran?.durationMs ?? 0),
    ...(compileMs !== undefined && { compileMs }),
    invalidUtf8,
    ...(error && { error }),
  }
}

const succeeded = ({ endedBy, exitCode }: ExecResult): boolean => endedBy === 'exit' && exitCode === 0

/** Asked in the box and only after a failure: what a box is made of is the provider's, and looking costs time. */
async function assertInstalled({ id, requires, package: name }: Language, sandbox: Sandbox): Promise<void> {
  if (requires === null) return
  const isThere = await sandbox.files.stat(requires).then(
    () => true,
    () => false,
  )
  if (isThere) return
  throw new EngineError('LANGUAGE_MISSING', { language: id, missing: requires, install: `apt-get install -y ${name}` })
}
