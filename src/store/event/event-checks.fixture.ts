import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'events-come-back-equal': ({ events }) => ({
    events: { append: (entries) => events.append(entries.filter((entry) => entry.seq !== 2)) },
  }),
  'events-are-read-from-a-number-on': ({ events }) => ({ events: { read: (runId) => events.read(runId, 0) } }),
  'events-are-read-in-pages': ({ events }) => ({
    events: { readPage: (subject, { afterSeq }) => events.read(subject.slice(4), afterSeq) },
  }),
  'append-is-all-or-nothing': ({ events }) => ({
    events: {
      async append(entries) {
        for (const entry of entries) await events.append([entry])
      },
    },
  }),
  'a-repeated-batch-is-stored-once': ({ events }) => {
    let calls = 0
    const moved = <T extends { seq: number }>(entry: T) => ({ ...entry, seq: entry.seq + 100 * calls })
    return {
      events: { append: (entries) => events.append(entries.map(moved)).then(() => void calls++) },
    }
  },
  'large-batches-keep-their-order': ({ events }) => ({
    events: { read: async (runId, afterSeq) => (await events.read(runId, afterSeq)).reverse() },
  }),
  'concurrent-runs-do-not-mix': ({ events }) => {
    let last = ''
    return {
      events: {
        async read(runId, afterSeq) {
          const entries = await events.read(last || runId, afterSeq)
          last = runId
          return entries
        },
      },
    }
  },
  'an-unknown-run-gets-no-events': ({ events }) => ({
    events: { append: (entries) => events.append(entries).catch(() => {}) },
  }),
  'nothing-follows-run-end': ({ events }) => ({
    events: { append: (entries) => events.append(entries).catch(() => {}) },
  }),
  'one-of-two-engines-ends-a-run': ({ events }) => ({
    events: { append: (entries) => events.append(entries).catch(() => {}) },
  }),
  'ends-are-listed-newest-first': ({ events }) => ({
    events: { readEnds: (filter) => events.readEnds({ ...filter, userId: null }) },
  }),
}
