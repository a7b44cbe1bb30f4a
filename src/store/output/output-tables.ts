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
/** Quotes inside of a path are escaped: only the field itself is written so. */
const FILE_MARKER = '"blob":"'

/** Fills in rows from the events: for data of an older version, or of a backup. */
export async function countOutput(db: QueryExecutorProvider, kind: DatabaseKind): Promise<void> {
  const position = kind === 'sqlite' ? sql`instr(body, ${MARKER})` : sql`strpos(body, ${MARKER})`
  await sql`insert into output_blob (hash, run_id, bytes)
    select distinct substr(body, ${position} + ${sql.lit(MARKER.length)}, ${sql.lit(HASH_DIGITS)}), substr(subject, 5),
      cast(${sql.lit(USUAL_BYTES)} as double precision) from event
    where type = 'output.segment' and octet_length(body) < ${sql.lit(LONGEST_ENTRY)} and ${position} > 0
    on conflict do nothing`.execute(db)
  const found = kind === 'sqlite' ? sql`instr(body, ${FILE_MARKER})` : sql`strpos(body, ${FILE_MARKER})`
  const size = kind === 'sqlite' ? sql`json_extract(body, '$.size')` : sql`cast(body as json) ->> 'size'`
  await sql`insert into output_blob (hash, run_id, bytes)
    select substr(body, ${found} + ${sql.lit(FILE_MARKER.length)}, ${sql.lit(HASH_DIGITS)}) as hash, substr(subject, 5) as run_id,
      max(cast(${size} as double precision)) from event
    where type = 'file.written' and ${found} > 0
    group by 1, 2
    on conflict do nothing`.execute(db)
  await sql`update run set bytes = ${bytesOfRun(sql.ref('run.run_id'))} where bytes = 0`.execute(db)
}

/** Bytes of a run in the store: its written events, and its long output. Neither database reads a text to measure it. */
export const bytesOfRun = (runId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(octet_length(body)), 0) from event where event.subject = 'run:' || ${runId})
    + (select coalesce(sum(output_blob.bytes), 0) from output_blob where output_blob.run_id = ${runId})`
