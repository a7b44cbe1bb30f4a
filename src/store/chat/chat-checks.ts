import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { StreamDraft } from '../../contract/event.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { ChatNode, ChatRow } from './chat-tables.ts'

const chatOf = (known: Partial<ChatRow> = {}): ChatRow => ({
  ...{ id: randomUUID(), userId: randomUUID(), name: null, title: 'it’s', sessionId: null, stateNode: null },
  ...{ head: null, branchOf: null, engineId: null, createdAt: 10, updatedAt: 10, ...known },
})

const nodeOf = (node: number, text: string): ChatNode => ({
  ...{ node, parent: node === 1 ? null : node - 1, before: null, after: null },
  message: { id: `m${node}`, role: 'user', parts: [{ type: 'text', text }] },
})

const createdOf = ({ id, userId }: ChatRow): StreamDraft => ({
  ...{ type: 'chat.created', subject: `chat:${id}`, userId, at: 10, title: 't', branchOf: null },
})
const askedOf = ({ id, userId }: ChatRow): StreamDraft => ({
  ...{ type: 'chat.asked', subject: `chat:${id}`, userId, at: 20, node: 1, messageId: 'm1' },
})

export const chatChecks: Check<OpenStore>[] = [
  {
    id: 'a-conversation-and-its-messages-come-back-as-they-were-told-with-their-events',
    run: (open) =>
      inStore(open, async (store) => {
        const chat = chatOf()
        assert.equal(await store.chats.create(chat, [], createdOf(chat)), true)
        const nodes = [nodeOf(1, 'a\0\ud800'), nodeOf(2, 'b')]
        const change = { nodes, head: 2, stateNode: 2, sessionId: 'ses', at: 20 }
        assert.deepEqual(await store.chats.change(chat.id, change, askedOf(chat)), [`chat:${chat.id}.2`])
        const answered = { ...nodeOf(2, 'more'), before: 'chk', after: 'chl' }
        await store.chats.change(chat.id, { nodes: [answered], at: 30 })
        assert.deepEqual(await store.chats.nodes(chat.id), [nodeOf(1, 'a\0\ud800'), answered])
        const other = { ...nodeOf(2, 'of another engine'), message: { ...nodeOf(2, '').message, id: 'other' } }
        await assert.rejects(store.chats.change(chat.id, { nodes: [other], at: 40 }), { code: 'CHAT_BUSY' })
        const { id, userId } = chat
        const kept = { ...chat, head: 2, stateNode: 2, sessionId: 'ses', updatedAt: 30 }
        assert.deepEqual(await store.chats.get(id), kept)
        assert.equal(await store.events.lastSeq(`chat:${id}`), 2)
        assert.equal(await store.events.owns(userId, `chat:${id}`), true)
      }),
  },
  {
    id: 'a-name-belongs-to-one-conversation-of-its-user',
    run: (open) =>
      inStore(open, async (store) => {
        const [one, same] = [chatOf({ name: 'talk' }), chatOf({ name: 'talk' })]
        assert.equal(await store.chats.create(one, []), true)
        assert.equal(await store.chats.create({ ...same, userId: one.userId }, []), false)
        assert.equal(await store.chats.create(same, []), true)
        assert.equal((await store.chats.named(one.userId, 'talk'))?.id, one.id)
        assert.equal((await store.chats.named(same.userId, 'talk'))?.id, same.id)
      }),
  },
  {
    id: 'conversations-come-back-last-used-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        for (const updatedAt of [30, 10, 20]) await store.chats.create(chatOf({ userId, updatedAt }), [nodeOf(1, 'a')])
        await store.chats.create(chatOf(), [])
        const seen = async (query: object) =>
          (await store.chats.list({ userId, limit: 9, ...query })).map((chat) => [chat.updatedAt, chat.messages])
        assert.deepEqual(await seen({}), [
          [30, 1],
          [20, 1],
          [10, 1],
        ])
        assert.deepEqual(await seen({ limit: 1, before: 30 }), [[20, 1]])
      }),
  },
  {
    id: 'an-answer-is-written-by-one-living-engine',
    run: (open) =>
      inStore(open, async (store) => {
        const [one, other, chat] = [randomUUID(), randomUUID(), chatOf()]
        await store.chats.create(chat, [])
        await store.leases.renew(one, 100)
        const held = { heldBy: one, title: 'held', at: 40 }
        assert.equal(await store.chats.change(chat.id, held), undefined, 'an engine writes without having begun')
        assert.ok(await store.chats.change(chat.id, { writer: one, at: 50 }))
        await assert.rejects(store.chats.change(chat.id, { writer: other, at: 60 }), { code: 'CHAT_BUSY' })
        assert.ok(await store.chats.change(chat.id, held))
        const left = async (now: number, engineId: string) =>
          (await store.chats.abandoned(now, engineId)).some(({ id }) => id === chat.id)
        assert.deepEqual([await left(60, other), await left(60, one), await left(200, other)], [false, true, true])
        assert.ok(await store.chats.change(chat.id, { writer: other, at: 200 }), 'a dead engine keeps its place')
        assert.equal(await store.chats.change(chat.id, { writtenBy: one, at: 210 }), undefined)
        assert.ok(await store.chats.change(chat.id, { writtenBy: other, at: 220 }))
        assert.deepEqual([(await store.chats.get(chat.id))?.engineId, await left(900, other)], [null, false])
        assert.equal(await store.chats.change(randomUUID(), { writer: one, at: 50 }), undefined)
      }),
  },
  {
    id: 'a-removed-conversation-is-gone-with-its-messages-and-takes-no-more',
    run: (open) =>
      inStore(open, async (store) => {
        const chat = chatOf({ updatedAt: 5 })
        await store.chats.create(chat, [nodeOf(1, 'a')], createdOf(chat))
        assert.ok((await store.chats.unused({ before: 6, limit: 999 })).some(({ id }) => id === chat.id))
        assert.ok(!(await store.chats.unused({ before: 5, limit: 999 })).some(({ id }) => id === chat.id))
        const { id, userId } = chat
        const removed: StreamDraft = { type: 'chat.removed', subject: `chat:${id}`, userId, at: 40 }
        assert.deepEqual([await store.chats.remove(id, removed), await store.chats.remove(id, removed)], [true, false])
        assert.equal(await store.chats.change(id, { nodes: [nodeOf(2, 'late')], at: 50 }, askedOf(chat)), undefined)
        assert.deepEqual(await store.chats.nodes(id), [])
        assert.equal(await store.events.lastSeq(`chat:${id}`), 2)
      }),
  },
  {
    id: 'conversations-of-a-user-are-removed-in-pieces',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, otherId] = [randomUUID(), randomUUID()]
        for (const owner of [userId, userId, userId, otherId]) await store.chats.create(chatOf({ userId: owner }), [])
        assert.deepEqual([await store.chats.removeOf(userId, 2), await store.chats.removeOf(userId, 2)], [2, 1])
        assert.equal((await store.chats.list({ userId: otherId, limit: 9 })).length, 1)
      }),
  },
]
