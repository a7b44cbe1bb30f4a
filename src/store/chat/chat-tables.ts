import type { UiMessage } from '../../contract/chat.ts'

export type ChatTables = { chat: ChatTable; chat_message: ChatMessageTable }

export interface ChatTable {
  id: string
  user_id: string
  name: string | null
  title: string
  session_id: string | null
  state_node: number | null
  head: number | null
  branch_of: string | null
  engine_id: string | null
  created_at: number
  updated_at: number
}

interface ChatMessageTable {
  chat_id: string
  node: number
  parent: number | null
  message_id: string
  before: string | null
  after: string | null
  /** JSON. */
  body: string
}

export interface ChatRow {
  id: string
  userId: string
  /** The id that its client chose; one conversation of a user has it. */
  name: string | null
  title: string
  sessionId: string | null
  /** The answer whose runs made the state of the session; null is the first state. */
  stateNode: number | null
  /** The last message of the branch that was used last. */
  head: number | null
  branchOf: string | null
  /** The engine that writes the answer at `head`; when its lease expires, another one ends the answer. */
  engineId: string | null
  createdAt: number
  updatedAt: number
}

/** One message; those with the same parent are branches. */
export interface ChatNode {
  node: number
  parent: number | null
  message: UiMessage
  /** The checkpoint of the session before the answer ran anything. */
  before: string | null
  /** The checkpoint behind it, made when the conversation went on from elsewhere. */
  after: string | null
}
