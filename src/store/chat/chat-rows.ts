import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import type { UiMessage } from '../../contract/chat.ts'
import { EngineError } from '../../contract/errors.ts'
import type { StreamDraft } from '../../contract/event.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'
import type { LeaseTables } from '../lease/lease-rows.ts'
import type { ChatNode, ChatRow, ChatTable, ChatTables } from './chat-tables.ts'

export type ChatChange = Partial<Pick<ChatRow, 'title' | 'sessionId' | 'stateNode' | 'head'>> & {
  /** Added, or put in place of those with the same number. */
  nodes?: ChatNode[]
  /** The engine that begins to write an answer. Throws CHAT_BUSY where a living one writes another. */
  writer?: string
  /** The engine that wrote the answer: it has ended. */
  writtenBy?: string
  /** Only as long as this engine writes the answer; nothing is changed otherwise. */
  heldBy?: string
  at: number
}

/** Rows of conversations and their messages; a change is told in the transaction that stores it. */
export interface ChatRows {
  /** Gives false, and changes nothing, when the user has a conversation of that name. */
  create(chat: ChatRow, nodes: ChatNode[], ...told: StreamDraft[]): Promise<boolean>
  get(id: string): Promise<ChatRow | undefined>
  named(userId: string, name: string): Promise<ChatRow | undefined>
  /** The last used first, with the number of its messages; `before` is the `updatedAt` of the last one of the page before. */
  list(filter: { userId: string; limit: number; before?: number }): Promise<(ChatRow & { messages: number })[]>
  nodes(chatId: string): Promise<ChatNode[]>
  /** Throws CHAT_BUSY where another message has the number of one. Gives the ids of the events; undefined, and nothing is changed or told, when the conversation is gone or another engine has it. */
  change(id: string, change: ChatChange, ...told: StreamDraft[]): Promise<string[] | undefined>
  remove(id: string, ...told: StreamDraft[]): Promise<boolean>
  /** Conversations with an answer of this engine, or of one without a lease beyond `now`. */
  abandoned(now: number, engineId: string): Promise<ChatRow[]>
  /** Conversations that were not used since then, at most so many. */
  unused(filter: { before: number; limit: number }): Promise<ChatRow[]>
  /** Removes at most this many of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

type Tables = ChatTables & EventTables & LeaseTables

export function chatRows(database: Database<Tables>): ChatRows {
  const { db, mask = (json) => json } = database
  const all = () => db.selectFrom('chat').selectAll()
  const hidden = (chat: ChatRow): ChatTable => ({ ...columnsOf(chat), title: textOf(mask, chat.title) })
  return {
    create: (chat, nodes, ...told) =>
      change(database, async (transaction, tell) => {
        const { numInsertedOrUpdatedRows: added = 0n } = await transaction
          .insertInto('chat')
          .values(hidden(chat))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (added === 0n) return false
        await putNodes(transaction, chat.id, { nodes, mask })
        await tell(...told)
        return true
      }),
    async get(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && rowOf(row)
    },
    async named(userId, name) {
      const row = await all().where('user_id', '=', userId).where('name', '=', name).executeTakeFirst()
      return row && rowOf(row)
    },
    async list({ userId, limit, before }) {
      const own = all().where('user_id', '=', userId)
      const page = before === undefined ? own : own.where('updated_at', '<', before)
      const rows = await page.orderBy('updated_at', 'desc').orderBy('id').limit(limit).execute()
      return Promise.all(rows.map(async (row) => ({ ...rowOf(row), messages: await countOf(db, row.id) })))
    },
    async nodes(chatId) {
      const rows = await db
        .selectFrom('chat_message')
        .selectAll()
        .where('chat_id', '=', chatId)
        .orderBy('node')
        .execute()
      return rows.map(({ node, parent, before, after, body }) => ({
        ...{ node, parent, before, after, message: JSON.parse(body) as UiMessage },
      }))
    },
    change: (id, { nodes = [], ...wanted }, ...told) =>
      change(database, async (transaction, tell) => {
        const { writer } = wanted
        const { numUpdatedRows } = await transaction
          .updateTable('chat')
          .set(changedOf(wanted, mask))
          .where('id', '=', id)
          .where((chat) => mayChange(chat, wanted))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) {
          if (writer !== undefined) await assertGone(transaction, id)
          return undefined
        }
        await putNodes(transaction, id, { nodes, mask })
        return (await tell(...told)).map((event) => event.id)
      }),
    remove: (id, ...told) =>
      change(database, async (transaction, tell) => {
        const { numDeletedRows } = await transaction.deleteFrom('chat').where('id', '=', id).executeTakeFirst()
        if (numDeletedRows > 0n) await tell(...told)
        return numDeletedRows > 0n
      }),
    async abandoned(now, engineId) {
      const held = all().where('engine_id', 'is not', null)
      const rows = await held
        .where((chat) => chat.or([chat('engine_id', '=', engineId), isWithoutLease(chat, now)]))
        .execute()
      return rows.map(rowOf)
    },
    async unused({ before, limit }) {
      const old = all().where('updated_at', '<', before).orderBy('updated_at').limit(limit)
      return (await old.execute()).map(rowOf)
    },
    async removeOf(userId, limit) {
      const next = db.selectFrom('chat').select('id').where('user_id', '=', userId).orderBy('id').limit(limit)
      const { numDeletedRows } = await db.deleteFrom('chat').where('id', 'in', next).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

type ChatExpression = ExpressionBuilder<Tables, 'chat'>

const isWithoutLease = (chat: ChatExpression, now: number) =>
  chat('engine_id', 'not in', chat.selectFrom('engine_lease').select('engine_id').where('expires_at', '>', now))

function mayChange(chat: ChatExpression, { writer, writtenBy, heldBy = writtenBy, at }: Omit<ChatChange, 'nodes'>) {
  if (heldBy !== undefined) return chat('engine_id', '=', heldBy)
  if (writer === undefined) return chat.lit(true)
  return chat.or([chat('engine_id', 'is', null), chat('engine_id', '=', writer), isWithoutLease(chat, at)])
}

const changedOf = (
  { title, sessionId, stateNode, head, writer, writtenBy, at }: Omit<ChatChange, 'nodes'>,
  mask: (json: string) => string,
) => ({
  ...(title !== undefined && { title: textOf(mask, title) }),
  ...(sessionId !== undefined && { session_id: sessionId }),
  ...(stateNode !== undefined && { state_node: stateNode }),
  ...(head !== undefined && { head }),
  ...(writer !== undefined && { engine_id: writer }),
  ...(writtenBy !== undefined && { engine_id: null }),
  updated_at: at,
})

async function assertGone(transaction: Transaction<Tables>, chatId: string): Promise<void> {
  const row = await transaction.selectFrom('chat').select('id').where('id', '=', chatId).executeTakeFirst()
  if (row) throw new EngineError('CHAT_BUSY', { chatId })
}

async function putNodes(
  transaction: Transaction<Tables>,
  chatId: string,
  { nodes, mask }: { nodes: ChatNode[]; mask(json: string): string },
): Promise<void> {
  for (const { node, parent, before, after, message } of nodes) {
    const body = mask(JSON.stringify(message))
    const row = { chat_id: chatId, node, parent, message_id: message.id, before, after, body }
    const { numInsertedOrUpdatedRows: put = 0n } = await transaction
      .insertInto('chat_message')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['chat_id', 'node'])
          .doUpdateSet({ body, before, after })
          .where('chat_message.message_id', '=', message.id),
      )
      .executeTakeFirst()
    // Another engine gave the number to a message of its own.
    if (put === 0n) throw new EngineError('CHAT_BUSY', { chatId })
  }
}

const countOf = async (db: Kysely<Tables>, chatId: string): Promise<number> => {
  const counted = db.selectFrom('chat_message').select((eb) => eb.fn.countAll<number | string>().as('count'))
  return Number((await counted.where('chat_id', '=', chatId).executeTakeFirst())?.count ?? 0)
}

/** Secrets are hidden in JSON; PostgreSQL keeps no character 0. */
const textOf = (mask: (json: string) => string, text: string): string =>
  (JSON.parse(mask(JSON.stringify(text.toWellFormed()))) as string).replaceAll('\0', '\ufffd')

const columnsOf = (chat: ChatRow): ChatTable => ({
  id: chat.id,
  user_id: chat.userId,
  name: chat.name,
  title: chat.title,
  session_id: chat.sessionId,
  state_node: chat.stateNode,
  head: chat.head,
  branch_of: chat.branchOf,
  engine_id: chat.engineId,
  created_at: chat.createdAt,
  updated_at: chat.updatedAt,
})

const rowOf = (row: Selectable<ChatTable>): ChatRow => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  title: row.title,
  sessionId: row.session_id,
  stateNode: row.state_node,
  head: row.head,
  branchOf: row.branch_of,
  engineId: row.engine_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
