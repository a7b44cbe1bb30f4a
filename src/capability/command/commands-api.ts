import type { CommandRecord, CommandRequest, CommandResult, CommandVerdict } from '../../contract/command.ts'

/** The owner of a command, and the signal that cancels it. */
export interface CommandCaller {
  userId?: string
  signal?: AbortSignal
}

/** Commands of the shell: inspected, run in a sandbox like any program, and kept in a history. */
export interface CommandsApi {
  /** Tells whether a command would be run, without running it. */
  check(command: string, signal?: AbortSignal): Promise<CommandVerdict>
  run(request: CommandRequest, caller?: CommandCaller): Promise<CommandResult>
  /** Newest first. */
  history(query: { userId: string; limit: number; before?: string }): Promise<{ commands: CommandRecord[] }>
}
