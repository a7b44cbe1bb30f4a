import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
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
