import type { Transaction } from 'kysely'
import type { RunTables } from '../run/run-tables.ts'

type Row = Record<string, string | number | null>

/** Events of a backup older than streams name only their run, which is restored already. */
export async function withSubjects(transaction: Transaction<RunTables>, rows: Row[]): Promise<Row[]> {
  const ids = rows.flatMap((row) => (typeof row.run_id === 'string' ? [row.run_id] : []))
  if (ids.length === 0) return rows
  const runs = transaction
    .selectFrom('run')
    .select(['run_id', 'user_id'])
    .where('run_id', 'in', [...new Set(ids)])
  const owners = new Map((await runs.execute()).map((run) => [run.run_id, run.user_id]))
  return rows.map(({ run_id, ...row }) =>
    typeof run_id === 'string' ? { ...row, subject: `run:${run_id}`, user_id: owners.get(run_id) ?? null } : row,
  )
}
