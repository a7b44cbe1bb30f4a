import type { z } from 'zod'
import {
  type ChatPart,
  chatInfo,
  chatList,
  chatModel,
  chatName,
  chatPart,
  type chatRequest,
  chatStopped,
  chatSummary,
  type UiMessage,
} from '../contract/chat.ts'
import { ApiError, localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import { createSseParser } from './sse.ts'
import type { Transport } from './transport.ts'

/** Conversations whose answers are run. The stream is that of the AI SDK: `useChat` needs none of this. */
export function chatCalls(transport: Transport) {
  const path = '/v1/chats'
  const get = async (chat: string, call?: CallOptions) =>
    transport.json(chatInfo, { method: 'GET', path: at(chat), ...call })

  /** Leaving the loop closes the connection. */
  async function* read(opening: Request, call?: CallOptions): AsyncGenerator<ChatPart> {
    const leaving = new AbortController()
    const signal = call?.signal ? AbortSignal.any([call.signal, leaving.signal]) : leaving.signal
    const response = await transport.open({ ...opening, workMs: LONGEST_MS, signal })
    const parser = createSseParser()
    try {
      for await (const bytes of response.body ?? []) {
        for (const { data } of parser.push(bytes)) {
          if (data !== '[DONE]') yield chatPart.parse(JSON.parse(data))
        }
      }
    } finally {
      leaving.abort()
    }
  }

  /** Answers as useChat asks: `messages` is the whole conversation. Leaving the loop stops the answer, unless `whenLeft` is `go-on`. */
  const send = (request: z.input<typeof chatRequest>, call?: CallOptions): AsyncGenerator<ChatPart> =>
    read({ method: 'POST', path: '/v1/chat', body: { whenLeft: 'stop', ...request }, once: true }, call)

  return {
    /** The model that answers, or how to configure one. */
    model: (call?: CallOptions) => transport.json(chatModel, { method: 'GET', path: '/v1/chat', ...call }),
    send,
    /** Asks in a conversation by its id or name, behind what was said there last; a new name begins one. */
    async *ask(chat: string, text: string, call?: CallOptions): AsyncGenerator<ChatPart> {
      const said = await messagesOf(get(chat, call))
      const question: UiMessage = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] }
      yield* send({ id: chat, messages: [...said, question] }, call)
    },
    /** The answer that is going on in a conversation, from its beginning; nothing where there is none. */
    resume: (chat: string, call?: CallOptions): AsyncGenerator<ChatPart> =>
      read({ method: 'GET', path: at(chat, '/stream') }, call),
    /** The last used first; `before` is the `updatedAt` of the last one of the page before. */
    list: (query?: { limit?: number; before?: number }, call?: CallOptions) =>
      transport.json(chatList, { method: 'GET', path, query: { ...query }, ...call }),
    get,
    rename: async (chat: string, title: string, call?: CallOptions) =>
      transport.json(chatSummary, { method: 'PUT', path: at(chat), body: { title }, ...call }),
    /** Begins another conversation that goes up to this message, in a session as it was then. */
    branch: async (chat: string, messageId: string, call?: CallOptions) =>
      transport.json(chatInfo, { method: 'POST', path: at(chat, '/branch'), body: { messageId }, once: true, ...call }),
    stop: async (chat: string, call?: CallOptions) =>
      transport.json(chatStopped, { method: 'POST', path: at(chat, '/stop'), ...call }),
    remove: async (chat: string, call?: CallOptions): Promise<void> => {
      await transport.text({ method: 'DELETE', path: at(chat), ...call })
    },
  }

  function at(chat: string, rest = ''): string {
    if (!chatName.safeParse(chat).success) throw localError('CHAT_NOT_FOUND', { chatId: chat })
    return `${path}/${chat}${rest}`
  }
}

const LONGEST_MS = 900_000

type Request = Pick<Parameters<Transport['open']>[0], 'method' | 'path' | 'body' | 'once'>

/** The messages of a conversation; none of one that is not there yet. */
async function messagesOf(getting: Promise<{ messages: UiMessage[] }>): Promise<UiMessage[]> {
  try {
    return (await getting).messages
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CHAT_NOT_FOUND') return []
    throw error
  }
}
