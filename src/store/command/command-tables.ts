import type { CommandOutcome } from '../../contract/command.ts'

export type CommandTables = { command: CommandTable }

/** One command of the shell that was asked for, run or not. */
export interface CommandTable {
  id: string
  user_id: string
  command: string
  run_id: string | null
  outcome: CommandOutcome | null
  rule: string | null
  at: number
}
