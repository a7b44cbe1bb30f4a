import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'

export type OutputTables = {
  output_blob: { hash: string; run_id: string; bytes: number }
}

/** Assumed size of output older than its row: about a segment. Counting opens no files. */
const USUAL_BYTES = 262_144
/** An entry that names a blob is short; longer ones are not even read. */
const LONGEST_ENTRY = 1000
const MARKER = '"deltas":null,"blob":"'
const HASH_DIGITS = 64

/** Fills in rows from the events: for data of an older version, or of a backup. */
export async function countOutput(db: QueryExecutorProvider, kind: DatabaseKind): Promise<void> {
  const position = kind === 'sqlite' ? sql`instr(body, ${MARKER})` : sql`strpos(body, ${MARKER})`
  await sql`insert into output_blob (hash, run_id, bytes)
    select distinct substr(body, ${position} + ${sql.lit(MARKER.length)}, ${sql.lit(HASH_DIGITS)}), substr(subject, 5),
      cast(${sql.lit(USUAL_BYTES)} as double precision) from event
    where type = 'output.segment' and octet_length(body) < ${sql.lit(LONGEST_ENTRY)} and ${position} > 0
    on conflict do nothing`.execute(db)
  await sql`update run set bytes = ${bytesOfRun(sql.ref('run.run_id'))} where bytes = 0`.execute(db)
}

/** Bytes of a run in the store: its written events, and its long output. Neither database reads a text to measure it. */
export const bytesOfRun = (runId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(octet_length(body)), 0) from event where event.subject = 'run:' || ${runId})
    + (select coalesce(sum(output_blob.bytes), 0) from output_blob where output_blob.run_id = ${runId})`
