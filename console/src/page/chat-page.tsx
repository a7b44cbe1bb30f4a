import type { ChatModel, ChatSummary } from 'anneal-contract/chat.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { type Pages, usePages } from '../api/use-pages.ts'
import { forgetChat } from '../chat/chat-store.ts'
import { Conversation } from '../chat/conversation.tsx'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { Icon } from '../part/icon.tsx'
import { Await } from '../part/state.tsx'
import { VirtualList } from '../part/virtual-list.tsx'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'
import { useThingName } from '../shell/document-title.ts'
import '../style/chat.css'

const ROW_PX = 44
const newName = () => `chat-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`

/** Conversations with the model, whose answers are run. */
export function ChatPage({ id }: { id: string | undefined }) {
  const model = useLoad<ChatModel>('/v1/chat')
  const chats = usePages<ChatSummary>('/v1/chats', {
    ...{ field: 'chats', keyOf: ({ id: key }) => key, beforeOf: ({ updatedAt }) => updatedAt },
  })
  const [fresh, setFresh] = useState(newName)
  useThingName(id && chats.value?.find((chat) => chat.id === id || chat.name === id)?.title)
  const begin = () => {
    setFresh(newName())
    go('/chat')
  }
  return (
    <div className="chat-page" data-open={id !== undefined}>
      <h1 className="only-heard">Chat</h1>
      <aside className="panel" aria-label="Conversations">
        <header>
          <h2>Conversations</h2>
          <button type="button" onClick={begin}>
            New
          </button>
        </header>
        <Chats chats={chats} chosen={id} />
      </aside>
      <Conversation key={id ?? fresh} id={id ?? fresh} isNew={id === undefined} model={model.value} />
    </div>
  )
}

function Chats({ chats, chosen }: { chats: Pages<ChatSummary>; chosen: string | undefined }) {
  return (
    <Await of={chats}>
      {(list) =>
        list.length === 0 ? (
          <p className="inside quiet-text small">None yet. Your first question begins one.</p>
        ) : (
          <VirtualList count={list.length} rowPx={ROW_PX} label="List of conversations" onEnd={chats.more}>
            {(index) => {
              const chat = list[index]
              return chat ? <ChatRow key={chat.id} chat={chat} chosen={chosen} onGone={chats.reload} /> : null
            }}
          </VirtualList>
        )
      }
    </Await>
  )
}

function ChatRow({ chat, chosen, onGone }: { chat: ChatSummary; chosen: string | undefined; onGone(): void }) {
  const isChosen = chosen === chat.id || chosen === chat.name
  const remove = async () => {
    await call(`/v1/chats/${chat.id}`, { method: 'DELETE' })
    for (const name of [chat.id, chat.name]) if (name) forgetChat(name)
    onGone()
    if (isChosen) go('/chat')
  }
  return (
    <div className="chat-row" data-chosen={isChosen}>
      <Link href={`/chat/${chat.name ?? chat.id}`} {...(isChosen && { 'aria-current': 'page' as const })}>
        <span className="cut">{chat.title}</span>
        <span className="small quiet-text">
          {chat.isAnswering ? 'answering' : <Ago at={chat.updatedAt} />}
          {chat.branchOf && ' · a branch'}
        </span>
      </Link>
      <ActButton
        className="quiet"
        label={`Remove ${chat.title}`}
        asks="Remove this conversation with its messages and its session?"
        work={remove}
      >
        <Icon name="failed" />
      </ActButton>
    </div>
  )
}
