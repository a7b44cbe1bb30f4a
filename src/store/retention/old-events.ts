import { type Kysely, sql } from 'kysely'
import type { Subject } from '../../contract/event/envelope.ts'
import type { CheckpointTables } from '../checkpoint/checkpoint-tables.ts'
import type { Database } from '../database/database.ts'
import type { EventTable } from '../event/event-tables.ts'
import { hasLater } from '../event/has-later.ts'
import { isThere, type OwnedTables } from '../event/owns-subject.ts'

type Tables = OwnedTables & CheckpointTables

/** Events in the order of their age. */
export interface AgePlace {
  at: number
  position: number
}

export interface OldEventRows {
  /**
   * Looks at the next events from before this moment of sessions, machines, volumes, templates, keys, settings and
   * deletions of runs, and removes those that nobody needs any more. Gives the place to continue; undefined when there
   * are no more.
   */
  forgetOld(before: number, after: AgePlace): Promise<AgePlace | undefined>
}

const AT_ONCE = 50

/**
 * An existing subject keeps its first event, the last of each type and those of living checkpoints: folds give the same
 * without the others, since each type repeats its fields. Keys and settings count as existing for ever, so that their
 * last events can be looked up. A removed subject loses all events, once its last one is that old.
 */
export function oldEvents({ db }: Database<Tables>): OldEventRows {
  return {
    async forgetOld(before, { at, position }) {
      const page = await db
        .selectFrom('event')
        .select((eb) => ['position', 'at', 'subject', 'user_id', 'type', 'body', hasLater(eb).as('isFollowed')])
        // The condition must be the text of the index, or the index is not used.
        .where(sql<boolean>`(substr(subject, 1, 4) <> 'run:' or type = 'run.deleted')`)
        .where('at', '<', before)
        .where(sql<boolean>`(at, position) > (${at}, ${position})`)
        .orderBy('at')
        .orderBy('position')
        .limit(AT_ONCE)
        .execute()
      const gone = new Map<string, boolean>()
      const dropped: number[] = []
      for (const event of page) {
        const { subject } = event
        if (!gone.has(subject)) gone.set(subject, await isGone(db, event, before))
        if (gone.get(subject) || !(await isNeeded(db, event))) dropped.push(event.position)
      }
      if (dropped.length > 0) await db.deleteFrom('event').where('position', 'in', dropped).execute()
      const last = page.at(-1)
      return last && page.length === AT_ONCE ? { at: last.at, position: Number(last.position) } : undefined
    },
  }
}

type OldEvent = Pick<EventTable, 'subject' | 'user_id' | 'type' | 'body'> & { isFollowed: unknown }

async function isNeeded(db: Kysely<Tables>, event: OldEvent): Promise<boolean> {
  if (event.type.startsWith('checkpoint.')) {
    const { checkpointId } = JSON.parse(event.body) as { checkpointId: string }
    const own = db.selectFrom('checkpoint').select('id').where('id', '=', checkpointId)
    return (await own.executeTakeFirst()) !== undefined
  }
  return event.type.endsWith('.created') || !event.isFollowed
}

async function isGone(
  db: Kysely<Tables>,
  { subject, user_id }: Pick<EventTable, 'subject' | 'user_id'>,
  before: number,
): Promise<boolean> {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  if (kind === 'setting' || (await isThere(db, subject as Subject))) return false
  const checkpoints = db.selectFrom('checkpoint').select('id').where('user_id', '=', user_id)
  if (kind === 'session' && (await checkpoints.where('session_id', '=', id).limit(1).executeTakeFirst())) return false
  const stream = db.selectFrom('event').select('at').where('subject', '=', subject)
  const last = await stream.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return last !== undefined && last.at < before
}
