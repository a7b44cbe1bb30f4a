import { type Breakage, givingUpNothing } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'volumes-belong-to-their-user-and-have-one-name-each': ({ volumes }) => ({
    volumes: { create: (volume) => volumes.create(volume, 9) },
  }),
  'of-two-next-versions-of-a-volume-one-is-made': ({ volumes }) => ({
    volumes: { advance: async (next) => ({ blobs: [], ...(await volumes.advance(next)), advanced: true }) },
  }),
  'a-removed-volume-gives-up-its-content': ({ volumes }) => ({
    volumes: { remove: async (volume, at) => givingUpNothing(volumes.remove(volume, at)) },
  }),
}
