import { LOCAL_USER } from '../access/keys.ts'
import type { Config } from '../config/settings.ts'
import {
  type CommandPolicy,
  type CommandRequest,
  type CommandResult,
  type CommandVerdict,
  commandPolicy,
} from '../contract/command.ts'
import { EngineError } from '../contract/errors.ts'
import type { RunRequest, RunResult } from '../contract/run.ts'
import type { Store } from '../store/store.ts'
import type { DerivedRunParts, RunCaller } from './derived-runs.ts'

const EVERY_PROGRAM = '*'
const KEPT_MS = 30 * 86_400_000

export interface CommandAssembly extends Pick<DerivedRunParts, 'run'> {
  config: Config
  rows: Store['commands']
  verdictOn(command: string, policy: CommandPolicy, signal?: AbortSignal): Promise<CommandVerdict>
  newId(): string
  clock(): number
  onTrouble(error: unknown): void
}

/** Commands of the shell: looked at, run in a box like any program, and kept in a history. */
export function assembleCommands({ config, rows, verdictOn, run, newId, clock, onTrouble }: CommandAssembly) {
  const policy = policyOf(config)
  rows.removeBefore(clock() - KEPT_MS).catch(onTrouble)

  return {
    /** Says whether a command would be run, and runs nothing. */
    check: (command: string, signal?: AbortSignal) => verdictOn(command, policy, signal),
    async run(request: CommandRequest, { userId = LOCAL_USER, signal }: RunCaller = {}): Promise<CommandResult> {
      const { command } = request
      const verdict = await verdictOn(command, policy, signal)
      const record = { id: newId(), userId, command, runId: null, outcome: null, rule: null, at: clock() }
      if (!verdict.allowed) {
        await rows.put({ ...record, outcome: 'refused', rule: verdict.rule })
        throw new EngineError('COMMAND_REFUSED', verdict)
      }
      const { runId, result } = await run(asRun(request, config), { userId, ...(signal && { signal }) })
      await rows.put({ ...record, runId })
      const ended = await result
      await rows.put({ ...record, runId, outcome: ended.outcome ?? 'error' })
      return resultOf(ended, { id: record.id, programs: verdict.programs })
    },
    /** Newest first. */
    history: async (query: { userId: string; limit: number; before?: string }) => ({
      commands: (await rows.list(query)).map(({ userId: _, ...record }) => record),
    }),
  }
}

const policyOf = ({ commandAllow }: Config): CommandPolicy =>
  commandPolicy.parse(commandAllow.includes(EVERY_PROGRAM) ? {} : { allow: commandAllow })

function asRun({ command, input, files, options }: CommandRequest, config: Config): RunRequest {
  const limits = { timeoutMs: config.commandTimeoutMs, outputBytes: config.commandOutputBytes, ...options?.limits }
  return {
    code: command,
    language: 'bash',
    ...(input !== undefined && { input }),
    ...(files && { files }),
    // What a person typed is not changed behind their back.
    options: { ...options, attempts: 1, analysis: false, limits },
  }
}

function resultOf(
  { runId, outcome, blocks, error }: RunResult,
  known: Pick<CommandResult, 'id' | 'programs'>,
): CommandResult {
  const attempt = blocks[0]?.attempts[0]
  return {
    ...known,
    runId,
    outcome: outcome ?? 'error',
    endedBy: attempt?.endedBy ?? null,
    exitCode: attempt?.exitCode ?? null,
    stdout: attempt?.stdout ?? '',
    stderr: attempt?.stderr || (error ? `${error.message}\n` : ''),
    ...(attempt?.stdoutBase64 !== undefined && { stdoutBase64: attempt.stdoutBase64 }),
    ...(attempt?.stderrBase64 !== undefined && { stderrBase64: attempt.stderrBase64 }),
    durationMs: attempt?.durationMs ?? 0,
  }
}
