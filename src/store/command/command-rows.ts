import type { CommandOutcome, CommandRecord } from '../../contract/command.ts'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'

export type CommandTables = { command: CommandTable }

/** One requested command of the shell, run or not. */
interface CommandTable {
  id: string
  user_id: string
  command: string
  run_id: string | null
  outcome: CommandOutcome | null
  rule: string | null
  at: number
}

/** The history of commands of the shell. */
export interface CommandRows {
  /** Replaces a row with the same id: a command is known before its run has ended. */
  put(command: CommandRow): Promise<void>
  /** Commands of one user, newest first; `before` is the last id of the previous page. */
  list(filter: { userId: string; limit: number; before?: string }): Promise<CommandRow[]>
  removeBefore(at: number): Promise<void>
  /** Removes at most this many commands of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

export interface CommandRow extends CommandRecord {
  userId: string
}

export function commandRows({ db }: Database<CommandTables>): CommandRows {
  return {
    async put({ id, userId, command, runId, outcome, rule, at }) {
      const row = { id, user_id: userId, command: columnText(command), run_id: runId, outcome, rule, at }
      await db
        .insertInto('command')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ run_id: runId, outcome, rule }))
        .execute()
    },
    async list({ userId, limit, before }) {
      const own = db.selectFrom('command').selectAll().where('user_id', '=', userId)
      const page = before === undefined ? own : own.where('id', '<', before)
      const rows = await page.orderBy('id', 'desc').limit(limit).execute()
      return rows.map(({ user_id, run_id, id, command, outcome, rule, at }) => ({
        id,
        userId: user_id,
        command,
        runId: run_id,
        outcome,
        rule,
        at,
      }))
    },
    async removeBefore(at) {
      await db.deleteFrom('command').where('at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('command').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const { numDeletedRows } = await db.deleteFrom('command').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
