import type { ChatInfo, ChatModel, ChatRequest, ChatSummary } from '../contract/chat.ts'
import type { Write } from './answer-message.ts'

export interface ChatCaller {
  userId: string
  signal: AbortSignal
}

/** An answer that was accepted: the question is kept. */
export interface BegunAnswer {
  chatId: string
  /** Answers, and writes the parts of the AI SDK's message stream as they come; resolves when the answer is kept. */
  answer(write: Write): Promise<void>
}

/** Conversations of users. Another user's conversation is CHAT_NOT_FOUND. */
export interface ChatsApi {
  model(): ChatModel
  /** Refused before anything is kept: CHAT_BUSY, CHAT_NEEDS_MODEL, a session that is not there. */
  begin(request: ChatRequest, caller: ChatCaller): Promise<BegunAnswer>
  list(filter: { userId: string; limit: number; before?: number }): Promise<ChatSummary[]>
  get(chat: string, userId: string): Promise<ChatInfo>
  rename(chat: string, userId: string, title: string): Promise<ChatSummary>
  branch(chat: string, userId: string, messageId: string): Promise<ChatInfo>
  /** Ends the answer that is going on here; tells whether there was one. */
  stop(chat: string, userId: string): Promise<boolean>
  remove(chat: string, userId: string): Promise<void>
}
