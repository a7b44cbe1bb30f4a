import type { ChatInfo, ChatModel, ChatRequest, ChatSummary } from '../contract/chat.ts'
import type { Write } from './answer-message.ts'

export interface ChatCaller {
  userId: string
  /** Stops the answer. */
  signal?: AbortSignal
}

/** Writes the parts of the AI SDK's message stream, those from before first; resolves at the end of the answer, or when the reader leaves. */
export type FollowAnswer = (write: Write, leaving?: AbortSignal) => Promise<void>

/** An answer that goes on, whoever reads it. The question is kept. */
export interface BegunAnswer {
  chatId: string
  follow: FollowAnswer
}

/** Conversations of users. Another user's conversation is CHAT_NOT_FOUND. */
export interface ChatsApi {
  model(): ChatModel
  /** Refused before anything is kept: CHAT_BUSY, CHAT_NEEDS_MODEL, a session that is not there. */
  begin(request: ChatRequest, caller: ChatCaller): Promise<BegunAnswer>
  /** The answer that is going on here; undefined where there is none. */
  resume(chat: string, userId: string): Promise<FollowAnswer | undefined>
  list(filter: { userId: string; limit: number; before?: number }): Promise<ChatSummary[]>
  get(chat: string, userId: string): Promise<ChatInfo>
  rename(chat: string, userId: string, title: string): Promise<ChatSummary>
  branch(chat: string, userId: string, messageId: string): Promise<ChatInfo>
  /** Ends the answer that is going on here; tells whether there was one. */
  stop(chat: string, userId: string): Promise<boolean>
  remove(chat: string, userId: string): Promise<void>
}
