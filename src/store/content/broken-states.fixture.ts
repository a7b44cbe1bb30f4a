import type { Breakage } from '../broken-store.fixture.ts'
import type { Released } from '../session-store.ts'

const givingUpNothing = async <T extends Released>(work: Promise<T>): Promise<T> => ({ ...(await work), blobs: [] })

/** For each check of sessions, checkpoints, volumes and their content, a store that breaks the promise it looks after. */
export const brokenStates: Record<string, Breakage> = {
  'a-session-comes-back-equal': () => ({ sessions: { update: async () => {} } }),
  'sessions-are-listed-newest-first-to-their-user-alone': ({ sessions }) => ({
    sessions: { list: ({ userId, limit, before }) => sessions.list({ userId, limit, ...(before && { before }) }) },
  }),
  'executions-of-a-session-are-numbered': ({ sessions }) => ({
    sessions: { history: (filter) => sessions.history({ ...filter, after: 0 }) },
  }),
  'a-step-gives-up-the-state-before': ({ sessions }) => ({
    sessions: { advance: (step) => givingUpNothing(sessions.advance(step)) },
  }),
  'a-state-that-a-session-began-as-stays-until-both-have-left-it': ({ sessions }) => ({
    sessions: {
      async remove(id, why) {
        const { stateId } = (await sessions.get(id)) ?? { stateId: '' }
        await sessions.remove(id, why)
        return { blobs: [stateId ?? ''] }
      },
    },
  }),
  'only-the-engine-that-has-a-session-moves-it-on': ({ sessions }) => ({
    sessions: { claim: (id, engineId) => sessions.claim(id, engineId, Number.MAX_SAFE_INTEGER) },
  }),
  'idle-sessions-are-those-that-no-living-engine-has': ({ sessions }) => ({
    sessions: { idle: (filter) => sessions.idle({ ...filter, now: Number.MAX_SAFE_INTEGER }) },
  }),
  'a-removed-session-is-gone-with-its-history': ({ sessions }) => ({
    sessions: { remove: (id, why) => givingUpNothing(sessions.remove(id, why)) },
  }),
  'a-checkpoint-comes-back-equal': ({ checkpoints }) => ({
    checkpoints: { list: async (filter) => (await checkpoints.list(filter)).reverse() },
  }),
  'a-checkpoint-holds-on-to-its-state': ({ checkpoints }) => ({
    checkpoints: { add: (checkpoint, options) => checkpoints.add(checkpoint, options).catch(() => NOTHING_REMOVED) },
  }),
  'for-one-checkpoint-too-many-the-oldest-goes-automatic-ones-first': ({ checkpoints }) => ({
    checkpoints: { add: (checkpoint, options) => checkpoints.add({ ...checkpoint, kind: 'explicit' }, options) },
  }),
  'stored-bytes-count-each-blob-once': ({ checkpoints }) => ({
    checkpoints: { storedBytes: async (userId) => 150 * (await checkpoints.list({ userId, limit: 9 })).length },
  }),
  'checkpoints-are-counted-by-kind': ({ checkpoints }) => ({
    checkpoints: { count: async (userId) => ({ ...(await checkpoints.count(userId)), conversations: 3 }) },
  }),
  'volumes-belong-to-their-user-and-have-one-name-each': ({ volumes }) => ({
    volumes: { create: (volume) => volumes.create(volume, 9) },
  }),
  'of-two-next-versions-of-a-volume-one-is-made': ({ volumes }) => ({
    volumes: { advance: async (next) => ({ blobs: [], ...(await volumes.advance(next)), advanced: true }) },
  }),
  'a-removed-volume-gives-up-its-content': ({ volumes }) => ({
    volumes: { remove: async (volume, at) => givingUpNothing(volumes.remove(volume, at)) },
  }),
  'content-that-no-state-needs-is-found-and-never-needed-again': () => ({ contents: { forget: async () => {} } }),
  'the-last-of-many-who-leave-a-state-at-once-is-told-of-its-content': ({ sessions }) => ({
    sessions: { remove: (id, why) => givingUpNothing(sessions.remove(id, why)) },
  }),
  'a-state-is-never-given-up-while-somebody-begins-to-need-it': ({ checkpoints }) => ({
    checkpoints: {
      async remove(id, at) {
        const checkpoint = await checkpoints.get(id)
        const { existed, blobs } = await checkpoints.remove(id, at)
        return { existed, blobs: blobs.length === 0 && checkpoint ? [checkpoint.stateId] : [] }
      },
    },
  }),
  'many-who-go-back-and-forth-between-states-never-block-each-other': ({ sessions }) => ({
    sessions: { advance: ({ state: _, ...step }) => sessions.advance(step) },
  }),
  'content-stays-while-somebody-holds-it': () => ({ backup: { hold: async () => {} } }),
  'a-hold-ends-by-itself': ({ backup }) => ({ backup: { hold: (id) => backup.hold(id, 1000) } }),
  'all-rows-are-told-as-they-are-at-one-moment': ({ backup }) => ({
    backup: {
      async dump() {
        const pages = []
        for await (const page of await backup.dump()) if (page.table !== 'session') pages.push(page)
        return toStream(pages)
      },
    },
  }),
  'a-store-with-something-in-it-is-not-filled': ({ backup }) => ({
    backup: { fill: (pages) => backup.fill(pages).catch(() => {}) },
  }),
}

async function* toStream<T>(list: T[]): AsyncGenerator<T> {
  yield* list
}

const NOTHING_REMOVED = { removed: [], blobs: [] }
