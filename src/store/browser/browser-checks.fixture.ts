import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'the-state-of-a-browser-comes-back-and-goes-with-its-session': ({ browsers }) => {
    const kept: Parameters<typeof browsers.save>[0][] = []
    return { browsers: { save: async (state) => void kept.push(state), load: async () => kept.at(-1) } }
  },
  'events-of-a-browser-stand-in-the-stream-of-its-session': ({ browsers }) => ({
    browsers: { tell: (drafts) => browsers.tell(drafts.toReversed()) },
  }),
}
