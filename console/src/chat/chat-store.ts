import type { ChatInfo, UiMessage } from 'anneal-contract/chat.ts'
import { IDLE, type Reflection } from 'anneal-react/reflection.ts'
import { useSyncExternalStore } from 'react'
import { call, type Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { type ChatNode, siblingsOf, throughNode } from './branches.ts'
import { ANSWERING, readAnswer } from './read-answer.ts'

/** One conversation as the page shows it. */
export interface ChatView {
  title: string
  sessionId: string | null
  messages: UiMessage[]
  nodes: ChatNode[]
  state: 'loading' | 'ready' | 'answering'
  reflection: Reflection
  failure: Failure | undefined
}

export interface ChatStore {
  subscribe(listener: () => void): () => void
  view(): ChatView
  ask(text: string): void
  /** Replaces the last answer by another one; both are kept. */
  regenerate(): void
  /** Shows another answer to the same question, or another wording of it. */
  turn(message: UiMessage, by: number): void
  stop(): Promise<void>
  reload(): Promise<void>
}

const stores = new Map<string, ChatStore>()
/** How soon an answer that another page began is looked at again. */
const LOOK_MS = 2000
/** Many words become one drawing. */
const DRAW_MS = 30
const EMPTY: ChatView = {
  ...{ title: '', sessionId: null, messages: [], nodes: [], state: 'loading', reflection: IDLE, failure: undefined },
}

/** Conversations outlive their page: an answer goes on coming while somebody looks elsewhere. */
export function useChat(id: string, { isNew }: { isNew: boolean }): { view: ChatView; store: ChatStore } {
  let store = stores.get(id)
  if (!store) {
    store = createChatStore(id, isNew ? { ...EMPTY, state: 'ready' } : EMPTY)
    stores.set(id, store)
    if (!isNew) void store.reload()
  }
  return { view: useSyncExternalStore(store.subscribe, store.view), store }
}

export const forgetChat = (id: string): void => void stores.delete(id)

function createChatStore(id: string, first: ChatView): ChatStore {
  const { change, ...shown } = createShown(first)
  let leaving: AbortController | undefined

  async function reload(): Promise<void> {
    try {
      const { title, sessionId, messages, nodes, isAnswering } = await call<ChatInfo>(`/v1/chats/${id}`)
      if (leaving) return
      const reflection = isAnswering ? ANSWERING : IDLE
      change({ title, sessionId, messages, nodes, reflection, state: isAnswering ? 'answering' : 'ready' })
      if (isAnswering) setTimeout(() => void reload(), LOOK_MS)
    } catch (error) {
      change({ state: 'ready', failure: asFailure(error) })
    }
  }

  async function answer(messages: UiMessage[], more: object = {}): Promise<void> {
    if (shown.view().state === 'answering') return
    leaving = new AbortController()
    const { signal } = leaving
    change({ messages, state: 'answering', failure: undefined, reflection: ANSWERING })
    const failure = await readAnswer(
      { id, messages, ...more },
      {
        signal,
        onChange: ({ answer: said, reflection, sessionId }) =>
          change({ messages: [...messages, said], reflection, ...(sessionId && { sessionId }) }),
      },
    ).then(
      () => undefined,
      (error) => (signal.aborted ? undefined : asFailure(error)),
    )
    leaving = undefined
    change({ state: 'ready', reflection: IDLE, failure })
    // The server keeps it as it was shown, with all branches.
    if (!failure) await reload()
  }

  return {
    ...{ ...shown, reload },
    ask: (text) => void answer([...shown.view().messages, question(text)]),
    regenerate: () => {
      const { messages } = shown.view()
      const last = messages.findLastIndex(({ role }) => role === 'user')
      const replaced = messages[last + 1]
      const more = replaced ? { trigger: 'regenerate-message', messageId: replaced.id } : {}
      void answer(messages.slice(0, last + 1), more)
    },
    turn: (message, by) => {
      const { nodes, messages } = shown.view()
      const siblings = siblingsOf(nodes, messages, message)
      const next = siblings.nodes[siblings.at + by]
      if (next) change({ messages: throughNode(nodes, next) })
    },
    // An answer that has not begun at the server is ended by leaving it.
    stop: () => call(`/v1/chats/${id}/stop`, { method: 'POST' }).then(undefined, () => leaving?.abort()),
  }
}

function createShown(first: ChatView) {
  const listeners = new Set<() => void>()
  let view = first
  let isAsked = false
  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(known: Partial<ChatView>) {
      view = { ...view, ...known }
      if (isAsked) return
      isAsked = true
      setTimeout(() => {
        isAsked = false
        for (const listener of listeners) listener()
      }, DRAW_MS)
    },
  }
}

const question = (text: string): UiMessage => ({
  ...{ id: crypto.randomUUID?.() ?? `m${Date.now()}`, role: 'user', parts: [{ type: 'text', text }] },
})
