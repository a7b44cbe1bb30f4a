import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * For what one user asks for and another has to wait for: SQLite answers in the thread that serves everybody. Each index
 * stands in the order of a list.
 */
export async function createReadIndexes(db: Kysely<Tables>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(name)
  const ends = sql<boolean>`end_user_id is not null`
  await db.schema.dropIndex('event_end_of_user').execute()
  await index('event_end_of_user_by_position')
    .on('event')
    .columns(['end_user_id', 'position', 'at'])
    .where(ends)
    .execute()
  await index('session_of_conversation').on('session').columns(['user_id', 'conversation', 'id']).execute()
  // All in the order of the list to its last column: SQLite takes the one that needs no sorting, however much it has to skip.
  await db.schema.dropIndex('checkpoint_of_conversation').execute()
  await db.schema.dropIndex('checkpoint_of_session').execute()
  const checkpoints = (name: string, ...of: string[]) =>
    index(name)
      .on('checkpoint')
      .columns(['user_id', ...of, 'created_at', 'id'])
      .execute()
  await checkpoints('checkpoint_of_user')
  await checkpoints('checkpoint_of_conversation_by_time', 'conversation')
  await checkpoints('checkpoint_of_session_by_time', 'session_id')
  await index('command_at').on('command').column('at').execute()
  await index('api_key_created').on('api_key').columns(['created_at', 'id']).execute()
}
