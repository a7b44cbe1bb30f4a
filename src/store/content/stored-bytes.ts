import type { Kysely } from 'kysely'
import type { ContentTables } from './content-tables.ts'

type Pages = AsyncIterable<readonly { state_id: string | null }[]> | Iterable<readonly { state_id: string | null }[]>

/** Bytes of all states of a user's checkpoints or volumes, each blob counted once. */
export async function storedBytes(db: Kysely<ContentTables>, pages: Pages): Promise<number> {
  const known = new Set<string>()
  let bytes = 0
  for await (const page of pages) {
    const states = new Set(page.map(({ state_id }) => state_id).filter((id) => id !== null))
    if (states.size === 0) continue
    const blobs = await db
      .selectFrom('state_blob')
      .innerJoin('content', 'content.hash', 'state_blob.hash')
      .select(['content.hash', 'content.bytes'])
      .where('state_id', 'in', [...states])
      .execute()
    for (const blob of blobs) {
      if (!known.has(blob.hash)) bytes += Number(blob.bytes)
      known.add(blob.hash)
    }
  }
  return bytes
}
