import type { CheckpointInfo } from '../contract/checkpoint.ts'
import { EngineError } from '../contract/errors.ts'
import type { SessionInfo } from '../contract/session.ts'
import type { ChatNode, ChatRow } from '../store/chat/chat-tables.ts'
import { lastRan, pathTo } from './chat-tree.ts'

interface Owner {
  userId: string
  signal?: AbortSignal
}

/** The part of sessions that conversations need. */
export interface ChatSessions {
  create(request: { conversation: string }, userId: string): Promise<SessionInfo>
  get(id: string, userId: string): Promise<SessionInfo>
  remove(id: string, userId: string): Promise<void>
  checkpoints: {
    createForStep(sessionId: string, owner: Owner, label: string): Promise<CheckpointInfo>
    restore(id: string, owner: Owner): Promise<SessionInfo>
    show(id: string, userId: string): Promise<CheckpointInfo>
    branch(id: string, userId: string, conversation?: string): Promise<SessionInfo>
  }
}

export interface Opened {
  sessionId: string
  /** The checkpoint before the answer. */
  before: string
  /** The answer whose state was left, with a checkpoint of it. */
  left?: ChatNode
  /** Something that the person should know. */
  notice?: string
}

interface Opening {
  chat: ChatRow
  nodes: ChatNode[]
  /** The messages before the answer. */
  path: ChatNode[]
  owner: { userId: string; signal: AbortSignal }
}

const GONE_STATE = 'The state of the session at this place of the conversation is no longer kept; it goes on as it is.'
const GONE_SESSION = 'The session of this conversation is gone: variables and files of before are lost.'

/** The session of a conversation in the state after the messages of a path, with a way back to it. */
export async function openChatSession(sessions: ChatSessions, { chat, nodes, path, owner }: Opening): Promise<Opened> {
  const { userId, signal } = owner
  const placed = await placedSession(sessions, { chat, nodes, path, owner })
  const label = `before an answer of ${chat.id}`
  const { id: before } = await sessions.checkpoints.createForStep(placed.sessionId, { userId, signal }, label)
  return { ...placed, before }
}

async function placedSession(
  sessions: ChatSessions,
  { chat, nodes, path, owner }: Opening,
): Promise<Omit<Opened, 'before'>> {
  const { userId } = owner
  const fresh = async () => (await sessions.create({ conversation: chat.id }, userId)).id
  const isThere = chat.sessionId !== null && (await found(sessions.get(chat.sessionId, userId))) !== undefined
  const wanted = lastRan(path)
  if (isThere && chat.stateNode === wanted) return { sessionId: chat.sessionId ?? '' }
  const checkpoint = stateAfter(nodes, wanted)
  if (checkpoint !== undefined) {
    const left = isThere ? await leaveState(sessions, { chat, nodes, owner }) : undefined
    const sessionId = await goBack(sessions, checkpoint, { chat, isThere, owner })
    if (sessionId !== undefined) return { sessionId, ...(left && { left }) }
  }
  if (isThere) return { sessionId: chat.sessionId ?? '', notice: GONE_STATE }
  return { sessionId: await fresh(), ...(chat.sessionId !== null && { notice: GONE_SESSION }) }
}

/** Keeps the state of an answer that the conversation leaves, so that it can be gone on from later. */
async function leaveState(
  { checkpoints }: ChatSessions,
  { chat, nodes, owner }: Pick<Opening, 'chat' | 'nodes' | 'owner'>,
): Promise<ChatNode | undefined> {
  const last = nodes.find(({ node }) => node === chat.stateNode)
  if (!last || stateAfter(nodes, last.node) !== undefined) return undefined
  const { id } = await checkpoints.createForStep(chat.sessionId ?? '', owner, `behind an answer of ${chat.id}`)
  return { ...last, after: id }
}

/** The checkpoint of the state after an answer: its own, or the one before an answer behind it. */
export function stateAfter(nodes: ChatNode[], answer: number | null): string | undefined {
  const own = nodes.find(({ node }) => node === answer)?.after
  if (own) return own
  const next = nodes.findLast((node) => node.before !== null && lastRan(pathTo(nodes, node.parent)) === answer)
  return next?.before ?? undefined
}

/** A checkpoint of another session begins a session of its own. */
async function goBack(
  { checkpoints }: ChatSessions,
  checkpoint: string,
  { chat, isThere, owner }: Pick<Opening, 'chat' | 'owner'> & { isThere: boolean },
): Promise<string | undefined> {
  const kept = await found(checkpoints.show(checkpoint, owner.userId))
  if (!kept) return undefined
  if (isThere && kept.sessionId === chat.sessionId) return (await checkpoints.restore(checkpoint, owner)).id
  return (await checkpoints.branch(checkpoint, owner.userId, chat.id)).id
}

/** The thing, or undefined where there is none any more. */
async function found<T>(thing: Promise<T>): Promise<T | undefined> {
  try {
    return await thing
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return undefined
    throw error
  }
}

/** Ends the session that was made for a conversation; one that its owner brought along stays. */
export async function endChatSession(sessions: ChatSessions, { id, sessionId, userId }: ChatRow): Promise<void> {
  if (sessionId === null) return
  const session = await found(sessions.get(sessionId, userId))
  if (session?.conversation === id) await found(sessions.remove(sessionId, userId))
}
