import { EngineError } from '../../contract/errors.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import { type Language, programOf, type ReadError } from '../../language/language.ts'
import type { ExecResult, OutputChunk, Sandbox } from '../../sandbox/sandbox.ts'
import type { Execution } from '../execution.ts'
import type { StageContext } from '../stage.ts'
import { createOutputTeller, type PieceMask } from './output-teller.ts'

/** Most characters of the end of stderr that are kept for reading the error: a traceback stands at the end. */
const ERROR_TEXT = 65_536
/** Most characters of the beginning of stdout that are kept for comparing. */
const PRINTED_TEXT = 1_048_576
/** Exit code of a shell and of our agent for a program that does not exist. */
const NOT_FOUND = 127

/** An execution with all files for its sandbox. */
export interface Prepared extends Execution {
  files: ReadonlyMap<string, Uint8Array>
  /** Called between compiling and running. */
  beforeRun?: (() => Promise<void>) | undefined
  newMask?: (() => PieceMask) | undefined
}

export interface Ran {
  end: Omit<ExecutionEnd, 'waitMs' | 'sandbox'>
  /** Two names in the workspace at most; undefined where they are not known. */
  entries: readonly string[] | undefined
  stdout: string
  stderr: string
  isWhole: boolean
}

/** Compiles if the language does, then runs. Both steps share one sandbox, one time limit and one output limit. */
export async function runProgram(execution: Prepared, sandbox: Sandbox, context: StageContext): Promise<Ran> {
  const { block, attempt, code, language } = execution
  let stdout = ''
  let stderr = ''
  const teller = createOutputTeller((piece) => {
    const { stream, text } = piece
    if (stream === 'stderr') stderr = (stderr + text).slice(-ERROR_TEXT)
    else if (stdout.length < PRINTED_TEXT) stdout = (stdout + text).slice(0, PRINTED_TEXT)
    context.emit({ type: 'output.delta', block, attempt, ...piece, cause: context.cause })
  }, execution.newMask)
  const { env, reservedMb } = language
  const exec: Sandbox['exec'] = (command, options) =>
    sandbox.exec(command, { reservedMb, signal: context.signal, ...(env && { env }), ...options })
  const { compiled, ran, errorOf } = await runSteps(execution, exec, teller.write)
  const { invalidUtf8 } = teller.end()
  const last = ran ?? compiled
  if (last.exitCode === NOT_FOUND) await assertInstalled(language, sandbox)
  const isAsked = last.exitCode !== 0 || language.goesOn
  const error = isAsked ? errorOf({ stderr, code, exitCode: last.exitCode }) : undefined
  const { entries, ...ended } = last
  const end = {
    ...ended,
    ...(compiled && { durationMs: compiled.durationMs + (ran?.durationMs ?? 0), compileMs: compiled.durationMs }),
    invalidUtf8,
    ...(error && { error }),
  }
  return {
    end,
    entries: entries ?? undefined,
    stdout,
    stderr,
    isWhole: stdout.length < PRINTED_TEXT && stderr.length < ERROR_TEXT,
  }
}

type Steps = { errorOf: ReadError } & (
  | { compiled?: ExecResult; ran: ExecResult }
  | { compiled: ExecResult; ran?: never }
)

async function runSteps(
  { code, language, limits, request, files, beforeRun }: Prepared,
  exec: Sandbox['exec'],
  onOutput: (chunk: OutputChunk) => void,
): Promise<Steps> {
  const { compile, command } = programOf(language, code)
  let printedBytes = 0
  const onCompilerOutput = ({ bytes }: OutputChunk) => {
    printedBytes += bytes.length
    onOutput({ stream: 'stderr', bytes })
  }
  const compiled = compile && (await exec(compile.command, { files, onOutput: onCompilerOutput }))
  if (compiled && !succeeded(compiled)) return { compiled, errorOf: compile.errorOf }
  await beforeRun?.()
  const ran = await exec([...command, ...(request.args ?? [])], {
    input: Buffer.from(request.input ?? ''),
    // Compiling has already written the files.
    ...(!compiled && { files }),
    onOutput,
    tellsEntries: true,
    timeoutMs: Math.max(1, limits.timeoutMs - (compiled?.durationMs ?? 0)),
    outputBytes: Math.max(1, limits.outputBytes - printedBytes),
  })
  return { ...(compiled && { compiled }), ran, errorOf: language.errorOf }
}

const succeeded = ({ endedBy, exitCode }: ExecResult): boolean => endedBy === 'exit' && exitCode === 0

/** Checked in the sandbox and only after a failure: the sandbox's content is up to its provider, and looking costs time. */
async function assertInstalled({ id, requires, package: name }: Language, sandbox: Sandbox): Promise<void> {
  if (requires === null) return
  const isThere = await sandbox.files.stat(requires).then(
    () => true,
    () => false,
  )
  if (isThere) return
  throw new EngineError('LANGUAGE_MISSING', { language: id, missing: requires, install: `apt-get install -y ${name}` })
}
