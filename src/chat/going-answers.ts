import type { ChatRequest } from '../contract/chat.ts'
import { EngineError } from '../contract/errors.ts'
import type { ChatRow } from '../store/chat/chat-tables.ts'
import { type Answering, answerChat, emptyAnswer } from './answer-chat.ts'
import { type AnswerFeed, createAnswerFeed } from './answer-feed.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { findPath, nextNode } from './chat-tree.ts'
import type { FollowAnswer } from './chats-api.ts'

interface Going {
  controller: AbortController
  feed: AnswerFeed
  ended: Promise<void>
  follow?: FollowAnswer
}

/** The answers that this engine writes, one in a conversation. They go on without a reader. */
export function createGoingAnswers(needs: ChatNeeds) {
  const going = new Map<string, Going>()

  async function stop(id: string, reason?: EngineError): Promise<boolean> {
    const answer = going.get(id)
    answer?.controller.abort(reason)
    await answer?.ended
    return answer !== undefined
  }
  /** Holds the place of the only answer of a conversation. */
  function hold(id: string) {
    if (going.has(id)) throw new EngineError('CHAT_BUSY', { chatId: id })
    const [controller, feed, ended] = [new AbortController(), createAnswerFeed(), Promise.withResolvers<void>()]
    const place: Going = { controller, feed, ended: ended.promise }
    going.set(id, place)
    const leave = () => {
      going.delete(id)
      feed.end()
      ended.resolve()
    }
    return { place, leave }
  }
  return {
    has: (id: string): boolean => going.has(id),
    follow: (id: string): FollowAnswer | undefined => going.get(id)?.follow,
    stop: (id: string) => stop(id),
    async begin(chat: ChatRow, request: ChatRequest, signal?: AbortSignal): Promise<FollowAnswer> {
      // `stop` of useChat does nothing but leave: the next question must not wait for that answer.
      if (going.get(chat.id)?.feed.isLeft()) await stop(chat.id)
      const { place, leave } = hold(chat.id)
      const { controller, feed } = place
      try {
        const { work, cause } = await ask(needs, { chat, request, feed })
        const follow: FollowAnswer = (write, leaving) => feed.follow(work.answer.soFar(), write, leaving)
        place.follow = follow
        const ends = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
        const answering = { ...work, signal: ends, giveUp: () => controller.abort() }
        needs
          .causedBy(cause, () => answerChat(needs, answering))
          .catch(needs.onTrouble)
          .finally(leave)
        return follow
      } catch (error) {
        leave()
        throw error
      }
    },
    /** The server ends: answers say so. */
    async close(): Promise<void> {
      const reason = new EngineError('CHAT_INTERRUPTED', {})
      await Promise.all([...going.keys()].map((id) => stop(id, reason)))
    },
  }
}

/** Keeps the question and the place of its answer, in one change: whoever reads on finds both. */
async function ask(
  needs: ChatNeeds,
  { chat, request, feed }: { chat: ChatRow; request: ChatRequest; feed: AnswerFeed },
): Promise<{ work: Omit<Answering, 'signal' | 'giveUp'>; cause: string }> {
  const { store, clock, engineId } = needs
  const { id, userId } = chat
  const kept = await store.chats.nodes(id)
  const { path, added } = findPath(kept, request.messages, needs.mask)
  const nodes = [...kept, ...added]
  const head = path.at(-1)
  const place = { at: nextNode(nodes), parent: head?.node ?? null }
  const { answer, node } = emptyAnswer(needs, { chat, ...place, write: feed.write })
  const asked = { node: head?.node ?? 0, messageId: head?.message.id ?? '' }
  const told = { type: 'chat.asked', subject: `chat:${id}`, userId, at: clock(), ...asked } as const
  const change = { nodes: [...added, node], head: node.node, writer: engineId, at: clock() }
  const causes = await store.chats.change(id, change, told)
  if (!causes) throw new EngineError('CHAT_NOT_FOUND', { chatId: id })
  return { work: { chat, path, nodes, node, answer, rounds: request.rounds }, cause: causes[0] ?? '' }
}
