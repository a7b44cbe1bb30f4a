import { z } from 'zod'
import {
  chatBranch,
  chatChange,
  chatInfo,
  chatList,
  chatModel,
  chatName,
  chatQuery,
  chatRequest,
  chatStopped,
  chatSummary,
} from '../contract/chat.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import type { ChatsApi } from './chats-api.ts'
import { uiStream } from './ui-stream.ts'

const one = { params: z.object({ chatId: chatName }), tag: 'Chat', errors: ['CHAT_NOT_FOUND'] } as const

const UI_STREAM = {
  ...{ status: 200, description: 'The UI message stream of the AI SDK' },
  content: { 'text/event-stream': null },
}
const NOTHING = { status: 204, description: 'No answer is going on' }

export function chatRoutes(chats: ChatsApi): PartRoute[] {
  /** The AI SDK asks below the address that it sends messages to; ours are below `/v1/chats`. */
  const resume = (path: `/v1/${'chat' | 'chats'}/{chatId}/stream`, operation: string) =>
    partRoute(
      {
        ...{ method: 'GET', path, operation, ...one, keepsAnswer: false },
        summary: 'Read the answer that is going on, from its beginning',
        answers: [UI_STREAM, NOTHING],
      },
      async ({ params, caller }) => {
        const follow = await chats.resume(params.chatId, caller.userId)
        return follow ? uiStream(follow) : new Response(null, { status: 204 })
      },
    )
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/chat', tag: 'Chat', operation: 'answerChat', keepsAnswer: false },
        summary: 'Answer a message: the model answers, its code is run, failures go back to it, all as one stream',
        body: chatRequest,
        example: {
          body: {
            id: 'my-talk',
            messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: '```python\nprint(6*7)\n```' }] }],
          },
        },
        errors: ['CHAT_NOT_FOUND', 'CHAT_BUSY', 'CHAT_NEEDS_MODEL', 'SESSION_NOT_FOUND'],
        answers: [UI_STREAM],
      },
      async ({ body, caller: { userId }, request }) => {
        const stopping = body.whenLeft === 'stop' ? { signal: request.signal } : {}
        return uiStream((await chats.begin(body, { userId, ...stopping })).follow)
      },
    ),
    resume('/v1/chat/{chatId}/stream', 'resumeAnswer'),
    resume('/v1/chats/{chatId}/stream', 'resumeChat'),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/chat', tag: 'Chat', operation: 'getChatModel' },
        summary: 'The model that answers, or how to configure one',
        answers: answers(chatModel, 'The model'),
      },
      async () => chats.model(),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/chats', tag: 'Chat', operation: 'listChats' },
        summary: 'Your conversations, the last used first',
        query: chatQuery,
        answers: answers(chatList, 'One page'),
      },
      async ({ query: { limit, before }, caller: { userId } }) => ({
        chats: await chats.list({ userId, limit, ...(before !== undefined && { before }) }),
      }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/chats/{chatId}', operation: 'getChat', ...one },
        summary: 'One conversation with its messages, those of other branches too',
        answers: answers(chatInfo, 'The conversation as it is now'),
      },
      ({ params, caller }) => chats.get(params.chatId, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'PUT', path: '/v1/chats/{chatId}', operation: 'renameChat', ...one },
        summary: 'Give a conversation another title',
        body: chatChange,
        example: { body: { title: 'Sums' } },
        answers: answers(chatSummary, 'The conversation as it is now'),
      },
      ({ params, body, caller }) => chats.rename(params.chatId, caller.userId, body.title),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/chats/{chatId}/branch', operation: 'branchChat', ...one },
        summary: 'Begin another conversation with the messages up to one, in a session as it was then',
        body: chatBranch,
        example: { body: { messageId: 'm1' } },
        errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'],
        answers: answers(chatInfo, 'The new conversation'),
      },
      ({ params, body, caller }) => chats.branch(params.chatId, caller.userId, body.messageId),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/chats/{chatId}/stop', operation: 'stopChat', ...one },
        summary: 'End the answer that is going on; everything said so far is kept',
        answers: answers(chatStopped, 'When it has ended'),
      },
      async ({ params, caller }) => ({ stopped: await chats.stop(params.chatId, caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'DELETE', path: '/v1/chats/{chatId}', operation: 'removeChat', ...one },
        summary: 'Remove a conversation with its messages and the session that was made for it',
        answers: [{ status: 204, description: 'It is gone' }],
      },
      ({ params, caller }) => chats.remove(params.chatId, caller.userId),
    ),
  ]
}
