import { LOCAL_USER } from '../../access/keys.ts'
import type { Config } from '../../config/settings.ts'
import {
  type CommandPolicy,
  type CommandRequest,
  type CommandResult,
  type CommandVerdict,
  commandPolicy,
} from '../../contract/command.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import type { Part } from '../../contract/part.ts'
import type { RunRequest, RunResult } from '../../contract/run.ts'
import type { Store } from '../../store/store.ts'
import { commandRoutes } from './command-routes.ts'
import type { CommandCaller, CommandsApi } from './commands-api.ts'

const EVERY_PROGRAM = '*'
const KEPT_MS = 30 * 86_400_000

export interface CommandNeeds extends Ground {
  config: Pick<Config, 'commandAllow' | 'commandTimeoutMs' | 'commandOutputBytes'>
  store: Pick<Store, 'commands'>
  quality: { verdictOn(command: string, policy: CommandPolicy, signal?: AbortSignal): Promise<CommandVerdict> }
  run(request: RunRequest, caller: CommandCaller): Promise<{ runId: string; result: Promise<RunResult> }>
}

export function commandsPart({
  config,
  store,
  quality,
  run,
  newId,
  clock,
  onTrouble,
}: CommandNeeds): Part<CommandsApi> {
  const policy = policyOf(config)
  const rows = store.commands
  rows.removeBefore(clock() - KEPT_MS).catch(onTrouble)
  const api: CommandsApi = {
    check: (command, signal) => quality.verdictOn(command, policy, signal),
    async run(request, { userId = LOCAL_USER, signal } = {}) {
      const { command } = request
      const verdict = await quality.verdictOn(command, policy, signal)
      const record = { id: newId('cmd'), userId, command, runId: null, outcome: null, rule: null, at: clock() }
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
    history: async (query) => ({
      commands: (await rows.list(query)).map(({ userId: _, ...record }) => record),
    }),
  }
  return { api, routes: commandRoutes(api) }
}

const policyOf = ({ commandAllow }: CommandNeeds['config']): CommandPolicy =>
  commandPolicy.parse(commandAllow.includes(EVERY_PROGRAM) ? {} : { allow: commandAllow })

function asRun(
  { command, input, files, session, options }: CommandRequest,
  config: CommandNeeds['config'],
): RunRequest {
  const limits = { timeoutMs: config.commandTimeoutMs, outputBytes: config.commandOutputBytes, ...options?.limits }
  return {
    code: command,
    language: 'bash',
    ...(input !== undefined && { input }),
    ...(files && { files }),
    ...(session !== undefined && { session }),
    // A command that a person typed is never repaired.
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
    ...(error && { error }),
  }
}
