import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-run-is-known-from-its-creation': ({ runs }) => ({
    runs: { create: (run) => runs.create(run).catch(() => {}) },
  }),
  'events-keep-the-row-of-their-run': ({ runs }) => ({
    runs: {
      async get(runId) {
        const run = await runs.get(runId)
        return run && { ...run, languages: run.languages.toSorted() }
      },
    },
  }),
  'runs-are-listed-by-user-newest-first': ({ runs }) => ({
    runs: { list: ({ userId, limit }) => runs.list({ userId, limit }) },
  }),
  'runs-are-found-by-their-title-and-id': ({ runs }) => ({
    runs: { list: ({ search: _, ...filter }) => runs.list(filter) },
  }),
  'a-cancellation-is-told-to-the-engine-of-its-run': () => ({ runs: { askCancel: async () => {} } }),
  'runs-of-dead-engines-are-abandoned': () => ({ leases: { release: async () => {} } }),
  'an-abandoned-run-is-taken-once-and-earlier-turns-are-over': ({ events }) => ({
    events: { append: (entries) => events.append(entries) },
  }),
  'engines-live-as-long-as-their-lease': ({ leases }) => ({ leases: { living: () => leases.living(0) } }),
  'statistics-count-every-run': ({ runs }) => ({ runs: { stats: () => runs.stats(null) } }),
  'statistics-count-every-execution': ({ runs }) => ({ runs: { stats: () => runs.stats(null) } }),
  'statistics-tell-waiting-starting-and-running-apart': ({ events }) => ({
    events: {
      append: (entries) =>
        events.append(entries.map((entry) => (entry.type === 'attempt.end' ? { ...entry, waitMs: 0 } : entry))),
    },
  }),
  'statistics-of-nothing-are-empty': ({ runs }) => ({
    runs: {
      async stats(userId) {
        const stats = await runs.stats(userId)
        return { ...stats, runs: { ...stats.runs, successRate: stats.runs.successRate ?? 0 } }
      },
    },
  }),
}
