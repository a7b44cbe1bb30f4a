import { type Breakage, givingUpNothing } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
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
}
