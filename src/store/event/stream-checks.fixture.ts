import type { Breakage } from '../broken-store.fixture.ts'

const NOWHERE = { writtenIn: 0, position: 0 }

export const broken: Record<string, Breakage> = {
  'every-change-tells-an-event-of-its-subject': () => ({ sessions: { update: async () => {} } }),
  'a-change-that-is-refused-tells-nothing': ({ sessions }) => ({
    sessions: {
      async advance(step) {
        const row = await sessions.get(step.sessionId)
        if (row) await sessions.update(row.id, { settings: row.settings, usedAt: 1 })
        return sessions.advance(step)
      },
    },
  }),
  'a-change-that-cannot-be-told-is-not-made': ({ documents }) => ({
    documents: {
      async insert(document, ...told) {
        await documents.insert(document)
        return documents.insert({ ...document, id: `${document.id}-told` }, ...told)
      },
    },
  }),
  'whoever-listens-is-told-what-is-stored': () => ({ events: { onTold: () => {} } }),
  'a-machine-that-tells-without-end-keeps-the-newest': ({ documents }) => ({
    documents: {
      insert: (document, ...told) => documents.insert(document, ...told.slice(0, 900)),
    },
  }),
  'a-stream-is-numbered-without-a-gap-when-many-write-it': ({ policies }) => {
    let calls = 0
    return { policies: { put: async (policy, by) => (calls++ === 3 ? undefined : policies.put(policy, by)) } }
  },
  'everything-of-a-user-is-read-behind-a-place': ({ events }) => ({
    events: { readUser: (userId, { limit }) => events.readUser(userId, { after: NOWHERE, limit }) },
  }),
  'whoever-reads-while-many-write-misses-nothing': ({ events }) => ({
    // Reads by the clock, as if everything earlier were stored already.
    events: {
      readUser: async (userId, page) => {
        const found = await events.readUser(userId, page)
        return found.length > 1 ? found.slice(1) : found
      },
    },
  }),
  'a-subject-belongs-to-its-user-alone': () => ({ events: { owns: async () => true } }),
  'the-last-of-a-stream-and-of-a-user-are-known': ({ events }) => ({
    events: { lastSeq: async (subject) => (await events.lastSeq(subject)) - 1 },
  }),
}
