import { AbstractChat, type ChatInit, DefaultChatTransport, type UIMessage } from 'ai'
import type { ChatMetadata, ChatRun } from '../../src/contract/chat.ts'
import type { RunEvent } from '../../src/contract/event.ts'
import type { TestEngine } from './engine.ts'

export type ChatMessage = UIMessage<
  ChatMetadata,
  {
    run: ChatRun
    round: { round: number; of: number; why: string }
    notice: { text: string }
    event: { event: RunEvent }
  }
>

/** The chat that `useChat` of the AI SDK drives, without React around it. */
export class Talk extends AbstractChat<ChatMessage> {
  readonly events: RunEvent[]

  constructor(
    { app, keys }: TestEngine,
    { id, ...init }: Pick<ChatInit<ChatMessage>, 'id' | 'messages'> & { body?: object },
  ) {
    const events: RunEvent[] = []
    const { messages = [], body } = init
    super({
      ...(id !== undefined && { id }),
      transport: new DefaultChatTransport({
        api: 'http://localhost/v1/chat',
        headers: { authorization: `Bearer ${keys.ada}` },
        fetch: async (input, given) => app.fetch(new Request(input, given)),
        ...(body && { body }),
      }),
      onData: (part) => {
        if (part.type === 'data-event') events.push(part.data.event)
      },
      state: {
        ...{ status: 'ready', error: undefined, messages: [...messages] },
        pushMessage(message) {
          this.messages = [...this.messages, message]
        },
        popMessage() {
          this.messages = this.messages.slice(0, -1)
        },
        replaceMessage(index, message) {
          this.messages = this.messages.with(index, message)
        },
        snapshot: (thing) => structuredClone(thing),
      },
    })
    this.events = events
  }

  /** The answer to the last question, as soon as it has begun. */
  get answer(): ChatMessage | undefined {
    const last = this.messages.at(-1)
    return last?.role === 'assistant' ? last : undefined
  }

  get runs(): ChatRun[] {
    return this.answer?.parts.flatMap((part) => (part.type === 'data-run' ? [part.data] : [])) ?? []
  }
}
