import { type ChatInfo, type ChatRequest, type ChatSummary, MOST_ROUNDS } from '../contract/chat.ts'
import { CONFIGURE_MODEL } from '../contract/chat-errors.ts'
import { EngineError } from '../contract/errors.ts'
import { chatId } from '../contract/id.ts'
import { titleOf } from '../contract/title-of.ts'
import type { ChatNode, ChatRow } from '../store/chat/chat-tables.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { endChatSession, stateAfter } from './chat-session.ts'
import { lastRan, pathTo, textOf } from './chat-tree.ts'
import type { ChatCaller, ChatsApi } from './chats-api.ts'
import { createGoingAnswers } from './going-answers.ts'

/** Conversations: which there are, and the one answer that is going on in each. */
export function createChats(needs: ChatNeeds): ChatsApi & { isAnswering(id: string): boolean; close(): Promise<void> } {
  const { store, clock, newId, model } = needs
  const going = createGoingAnswers(needs)

  async function owned(named: string, userId: string): Promise<ChatRow> {
    const isOurs = chatId.safeParse(named).success
    const chat = isOurs ? await store.chats.get(named) : await store.chats.named(userId, named)
    if (chat?.userId !== userId) throw new EngineError('CHAT_NOT_FOUND', { chatId: named })
    return chat
  }
  const summaryOf = ({
    userId: _,
    stateNode: __,
    head: ___,
    engineId,
    ...chat
  }: ChatRow & { messages: number }): ChatSummary => ({
    ...chat,
    isAnswering: going.has(chat.id) || (engineId !== null && engineId !== needs.engineId),
  })
  async function infoOf(chat: ChatRow): Promise<ChatInfo> {
    const nodes = await store.chats.nodes(chat.id)
    const { messages: _, ...known } = summaryOf({ ...chat, messages: nodes.length })
    // An answer without words yet has no parts, and the AI SDK takes no such message.
    const said = nodes.filter(({ message }) => message.role !== 'assistant' || message.parts.length > 0)
    const shown = said.map(({ node, parent, message }) => ({ node, parent, message }))
    return {
      ...known,
      messages: pathTo(nodes, chat.head).flatMap((node) => (said.includes(node) ? [node.message] : [])),
      nodes: shown,
    }
  }
  const rowOf = (known: Partial<ChatRow> & Pick<ChatRow, 'userId' | 'title'>): ChatRow => ({
    ...{ id: newId('cht'), name: null, sessionId: null, stateNode: null, head: null, branchOf: null },
    engineId: null,
    ...{ createdAt: clock(), updatedAt: clock(), ...known },
  })
  const createdOf = ({ id, userId, title, branchOf, createdAt: at }: ChatRow) =>
    ({ type: 'chat.created', subject: `chat:${id}`, userId, at, title, branchOf }) as const

  /** The conversation of a request; one with a new name of its client's is made. */
  async function chatOf({ id: named, messages, session }: ChatRequest, userId: string): Promise<ChatRow> {
    const isOurs = chatId.safeParse(named).success
    const known = isOurs ? await owned(named, userId) : await store.chats.named(userId, named)
    if (known) return known
    if (session !== undefined) await needs.sessions.get(session, userId)
    const title = titled(messages.map(textOf).find((text) => text.trim() !== '') ?? '')
    const chat = rowOf({ userId, title, name: named, sessionId: session ?? null })
    return (await store.chats.create(chat, [], createdOf(chat))) ? chat : owned(named, userId)
  }

  return {
    model: () => ({ model: model?.id ?? null, rounds: MOST_ROUNDS, configure: model ? null : CONFIGURE_MODEL }),
    async begin(request: ChatRequest, { userId, signal }: ChatCaller) {
      if (!model) await assertCode(needs, request, signal)
      const chat = await chatOf(request, userId)
      return { chatId: chat.id, follow: await going.begin(chat, request, signal) }
    },
    async resume(named, userId) {
      // A name that its client has not used yet is nobody's.
      if (!chatId.safeParse(named).success && !(await store.chats.named(userId, named))) return undefined
      return going.follow((await owned(named, userId)).id)
    },
    list: async (filter) => (await store.chats.list(filter)).map(summaryOf),
    get: async (named, userId) => infoOf(await owned(named, userId)),
    async rename(named, userId, title) {
      const chat = await owned(named, userId)
      await store.chats.change(chat.id, { title: titled(title), at: clock() })
      const { messages } = await infoOf(chat)
      return summaryOf({ ...(await owned(chat.id, userId)), messages: messages.length })
    },
    async branch(named, userId, messageId) {
      const chat = await owned(named, userId)
      const nodes = await store.chats.nodes(chat.id)
      const last = nodeOf(nodes, chat, messageId)
      if (!last) throw new EngineError('CHAT_MESSAGE_NOT_FOUND', { chatId: chat.id, messageId })
      const path = pathTo(nodes, last.node)
      const copied = path.map((node, index) => ({ ...node, node: index + 1, parent: index === 0 ? null : index }))
      const branch = rowOf({ userId, title: chat.title, head: copied.length, branchOf: chat.id })
      const placed = { ...branch, ...(await branchedSession(needs, { chat, nodes, path, to: branch.id })) }
      const state = lastRan(copied)
      const made = { ...placed, stateNode: placed.sessionId === null ? null : state }
      await store.chats.create(made, copied, createdOf(made))
      return infoOf(made)
    },
    stop: async (named, userId) => going.stop((await owned(named, userId)).id),
    async remove(named, userId) {
      const chat = await owned(named, userId)
      await going.stop(chat.id)
      await endChatSession(needs.sessions, await owned(chat.id, userId))
      await store.chats.remove(chat.id, { type: 'chat.removed', subject: `chat:${chat.id}`, userId, at: clock() })
    },
    isAnswering: going.has,
    close: going.close,
  }
}

/** Without a model only code in the question can be answered. */
async function assertCode({ detect }: ChatNeeds, { messages }: ChatRequest, signal?: AbortSignal): Promise<void> {
  const question = messages.at(-1)
  const { blocks } = await detect(question ? textOf(question) : '', signal, true)
  if (!blocks.some(({ executable }) => executable)) throw new EngineError('CHAT_NEEDS_MODEL', {})
}

/** Ids of messages are their clients'; on the branch that was used last they mean what is shown. */
const nodeOf = (nodes: ChatNode[], { head }: ChatRow, messageId: string): ChatNode | undefined =>
  [...nodes, ...pathTo(nodes, head)].findLast(({ message }) => message.id === messageId)

async function branchedSession(
  { sessions }: ChatNeeds,
  { chat, nodes, path, to }: { chat: ChatRow; nodes: ChatNode[]; path: ChatNode[]; to: string },
): Promise<{ sessionId: string | null }> {
  const { userId, sessionId } = chat
  const state = lastRan(path)
  const isNow = sessionId !== null && chat.stateNode === state
  const checkpoint = isNow
    ? (await sessions.checkpoints.createForStep(sessionId, { userId }, `branch of ${chat.id}`)).id
    : stateAfter(nodes, state)
  if (checkpoint === undefined) return { sessionId: null }
  return { sessionId: (await sessions.checkpoints.branch(checkpoint, userId, to)).id }
}

const titled = (text: string): string => titleOf(text) || 'Conversation'
