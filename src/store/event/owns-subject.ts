import type { Kysely } from 'kysely'
import type { Subject } from '../../contract/event/envelope.ts'
import type { ActionTables } from '../action/action-rows.ts'
import type { ApprovalTables } from '../approval/approval-rows.ts'
import type { ChatTables } from '../chat/chat-tables.ts'
import type { DocumentTables } from '../document/document-rows.ts'
import type { KeyTables } from '../key/key-rows.ts'
import type { PlanTables } from '../plan/plan-tables.ts'
import type { RunTables } from '../run/run-tables.ts'
import type { SessionTables } from '../session/session-rows.ts'
import type { TaskTables } from '../task/task-rows.ts'
import type { VolumeTables } from '../volume/volume-rows.ts'
import type { EventTables } from './event-tables.ts'

export type OwnedTables = EventTables &
  RunTables &
  SessionTables &
  VolumeTables &
  KeyTables &
  DocumentTables &
  ActionTables &
  TaskTables &
  ChatTables &
  PlanTables &
  ApprovalTables

/** Whether this user has such a subject; a removed one is known by its events. */
export async function ownsSubject(
  db: Kysely<OwnedTables>,
  { userId, subject }: { userId: string; subject: Subject },
): Promise<boolean> {
  const told = db.selectFrom('event').select('user_id').where('subject', '=', subject)
  if (await told.where('user_id', '=', userId).limit(1).executeTakeFirst()) return true
  return (await ownerOf(db, subject)) === userId
}

/** Whether there is such a thing now; the row of a key stays when it is revoked. */
export const isThere = async (db: Kysely<OwnedTables>, subject: Subject): Promise<boolean> =>
  (await ownerOf(db, subject)) !== undefined

/** Subjects older than streams have no events yet. */
async function ownerOf(db: Kysely<OwnedTables>, subject: Subject): Promise<string | undefined> {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
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
    case 'plan':
      return owner(db.selectFrom('plan').select('user_id').where('id', '=', id))
    case 'action':
      return owner(db.selectFrom('action').select('user_id').where('id', '=', id))
    case 'task':
      return owner(db.selectFrom('task').select('user_id').where('id', '=', id))
    case 'chat':
      return owner(db.selectFrom('chat').select('user_id').where('id', '=', id))
    case 'approval':
      return owner(db.selectFrom('approval').select('user_id').where('id', '=', id))
    default:
      return owner(db.selectFrom('document').select('user_id').where('kind', '=', kind).where('id', '=', id))
  }
}
