import type { Config } from '../config/settings.ts'
import type { Part } from '../contract/part.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { chatRoutes } from './chat-routes.ts'
import { endChatSession } from './chat-session.ts'
import type { ChatsApi } from './chats-api.ts'
import { createChats } from './create-chats.ts'
import { endInterrupted } from './end-interrupted.ts'
import { completionRoutes } from './openai/completion-routes.ts'

const DAY_MS = 86_400_000
const SWEEP_MS = 3_600_000
const PAGE = 100

/** Opens conversations; those that nobody used for `retentionDays` are removed with their sessions. */
export async function chatsPart(
  needs: ChatNeeds & { config: Pick<Config, 'retentionDays'>; isBrief: boolean },
): Promise<Part<ChatsApi>> {
  const { close, isAnswering, ...api } = createChats(needs)
  const { clock, store, config, isBrief, onTrouble } = needs
  let sweptAt = Number.NEGATIVE_INFINITY

  /** An engine that died leaves its answers unended, and so does one whose store failed. */
  async function endAbandoned(): Promise<void> {
    for (const chat of await store.chats.abandoned(clock(), needs.engineId)) {
      if (!isAnswering(chat.id)) await endInterrupted(needs, chat).catch(onTrouble)
    }
  }
  async function beat(): Promise<void> {
    await endAbandoned()
    if (isBrief || config.retentionDays === 0 || clock() < sweptAt + SWEEP_MS) return
    sweptAt = clock()
    for (;;) {
      const old = await store.chats.unused({ before: clock() - config.retentionDays * DAY_MS, limit: PAGE })
      for (const chat of old) {
        const { id, userId } = chat
        await endChatSession(needs.sessions, chat).catch(onTrouble)
        await store.chats.remove(id, { type: 'chat.removed', subject: `chat:${id}`, userId, at: clock() })
      }
      if (old.length < PAGE) return
    }
  }
  await beat()
  return { api, routes: [...chatRoutes(api), ...completionRoutes(needs)], beat, close }
}
