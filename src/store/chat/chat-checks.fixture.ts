import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-conversation-and-its-messages-come-back-as-they-were-told-with-their-events': ({ chats }) => ({
    chats: { change: (id, change) => chats.change(id, change) },
  }),
  'a-name-belongs-to-one-conversation-of-its-user': ({ chats }) => ({
    chats: { create: (chat, nodes, ...told) => chats.create({ ...chat, name: null }, nodes, ...told) },
  }),
  'conversations-come-back-last-used-first-to-their-user-alone': ({ chats }) => ({
    chats: { list: async (filter) => (await chats.list(filter)).reverse() },
  }),
  'an-answer-is-written-by-one-living-engine': ({ chats }) => ({
    chats: { change: (id, { writer: _, ...change }, ...told) => chats.change(id, change, ...told) },
  }),
  'a-removed-conversation-is-gone-with-its-messages-and-takes-no-more': () => ({ chats: { remove: async () => true } }),
  'conversations-of-a-user-are-removed-in-pieces': ({ chats }) => ({
    chats: { removeOf: (userId) => chats.removeOf(userId, 9) },
  }),
}
