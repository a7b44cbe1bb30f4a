import type { Kysely } from 'kysely'
import type { Subject } from '../../contract/event/envelope.ts'
import type { EventTables } from './event-tables.ts'

type Owned<Key extends string> = { user_id: string } & Record<Key, string>

/** Of other features only what tells whose something is. */
type OwnedTables = EventTables & {
  run: Owned<'run_id'>
  session: Owned<'id'>
  volume: Owned<'id'>
  api_key: Owned<'id'>
  document: Owned<'kind' | 'id'>
}

/** Whether this user has such a thing; one that is gone is known by what it told. */
export async function ownsSubject(
  events: Kysely<EventTables>,
  { userId, subject }: { userId: string; subject: Subject },
): Promise<boolean> {
  const db = events as unknown as Kysely<OwnedTables>
  const told = db.selectFrom('event').select('user_id').where('subject', '=', subject)
  if (await told.where('user_id', '=', userId).limit(1).executeTakeFirst()) return true
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  return (await ownerOf(db, kind, id)) === userId
}

/** Things that were there before there were streams have told nothing yet. */
async function ownerOf(db: Kysely<OwnedTables>, kind: string, id: string): Promise<string | undefined> {
  const owner = async (query: { executeTakeFirst(): Promise<{ user_id: string } | undefined> }) =>
    (await query.executeTakeFirst())?.user_id
  switch (kind) {
    case 'run':
      return owner(db.selectFrom('run').select('user_id').where('run_id', '=', id))
    case 'session':
      return owner(db.selectFrom('session').select('user_id').where('id', '=', id))
    case 'volume':
      return owner(db.selectFrom('volume').select('user_id').where('id', '=', id))
    case 'key':
      return owner(db.selectFrom('api_key').select('user_id').where('id', '=', id))
    default:
      return owner(db.selectFrom('document').select('user_id').where('kind', '=', kind).where('id', '=', id))
  }
}
