import type { ChatInfo, ChatModel, UiMessage } from 'anneal-contract/chat.ts'
import { ReflectionIndicator } from 'anneal-react/reflection-indicator.ts'
import { useElapsed } from 'anneal-react/use-reflection-state.ts'
import { useEffect, useRef } from 'react'
import { call } from '../api/api.ts'
import { ActButton } from '../part/act.tsx'
import { Icon } from '../part/icon.tsx'
import { FailureNote } from '../part/state.tsx'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'
import { siblingsOf } from './branches.ts'
import { type ChatStore, type ChatView, useChat } from './chat-store.ts'
import { Composer } from './composer.tsx'
import { Message } from './message.tsx'
import { ModelNote } from './model-note.tsx'

/** One conversation: its messages, the answer as it comes, and the next question. */
export function Conversation(props: { id: string; isNew: boolean; model: ChatModel | undefined }) {
  const { id, isNew, model } = props
  const { view, store } = useChat(id, { isNew })
  const end = useRef<HTMLDivElement>(null)
  const isAnswering = view.state === 'answering'
  const elapsedMs = useElapsed(isAnswering)
  const length = JSON.stringify(view.messages.at(-1)?.parts ?? '').length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves when the answer grows.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' })
  }, [view.messages.length, length])
  const send = (text: string) => {
    store.ask(text)
    if (location.pathname !== `/chat/${id}`) go(`/chat/${id}`, { replaces: true })
  }
  return (
    <section className="conversation" aria-label="Conversation">
      <div className="messages" tabIndex={0} role="log" aria-label="Messages">
        {view.messages.length === 0 && view.state === 'ready' && <ModelNote model={model} />}
        <Messages id={id} view={view} store={store} />
        {isAnswering && !hasRunGoing(view) && (
          <p className="row">
            <ReflectionIndicator {...view.reflection} elapsedMs={elapsedMs} />
          </p>
        )}
        {view.failure && (
          <FailureNote failure={view.failure} list={{ noun: 'conversation', href: '/chat', word: 'Begin one' }} />
        )}
        <div ref={end} />
      </div>
      <Composer isAnswering={isAnswering} onSend={send} onStop={store.stop}>
        {view.sessionId && (
          <Link className="small" href={`/sessions/${view.sessionId}`}>
            Open its session
          </Link>
        )}
      </Composer>
    </section>
  )
}

/** The card of a run has the same indicator. */
const hasRunGoing = ({ messages }: ChatView): boolean => {
  const last = messages.at(-1)?.parts.at(-1)
  return last?.type === 'data-run' && (last.data as { state: string }).state !== 'ended'
}

function Messages({ id, view, store }: { id: string; view: ChatView; store: ChatStore }) {
  const isAnswering = view.state === 'answering'
  const branch = (message: UiMessage) => async () => {
    const made = await call<ChatInfo>(`/v1/chats/${id}/branch`, { body: { messageId: message.id } })
    go(`/chat/${made.id}`)
  }
  return view.messages.map((message, index) => {
    const isLast = index === view.messages.length - 1
    const { nodes, at } = isAnswering ? { nodes: [], at: -1 } : siblingsOf(view.nodes, view.messages, message)
    return (
      <Message
        key={`${index} ${message.id}`}
        message={message}
        reflection={view.reflection}
        siblings={{ at, count: nodes.length, onTurn: (by) => store.turn(message, by) }}
      >
        {!isAnswering && message.role === 'assistant' && (
          <>
            <ActButton className="quiet small" work={branch(message)}>
              <Icon name="branch" /> Branch
            </ActButton>
            {isLast && (
              <button type="button" className="quiet small" onClick={store.regenerate}>
                <Icon name="again" /> Regenerate
              </button>
            )}
          </>
        )}
      </Message>
    )
  })
}
