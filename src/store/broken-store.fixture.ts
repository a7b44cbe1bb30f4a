import type { OpenStore } from './in-store.ts'
import type { Store } from './store.ts'

const NOWHERE = { writtenIn: 0, position: 0 }

export type Breakage = (store: Store) => { [part in keyof Store]?: Partial<Store[part]> }

/** For each check, a store that breaks the promise it looks after. */
export const brokenStores: Record<string, Breakage> = {
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
  'a-stream-is-numbered-without-a-gap-when-many-write-it': ({ policies }) => {
    let calls = 0
    return { policies: { put: async (policy, by) => (calls++ === 3 ? undefined : policies.put(policy, by)) } }
  },
  'everything-of-a-user-is-read-behind-a-place': ({ events }) => ({
    events: { readUser: (userId, { limit }) => events.readUser(userId, { after: NOWHERE, limit }) },
  }),
  'whoever-reads-while-many-write-misses-nothing': ({ events }) => ({
    // By the clock of the reader, as if everything before it were there already.
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
  'a-cancellation-is-told-to-the-engine-of-its-run': () => ({ runs: { askCancel: async () => {} } }),
  'runs-of-dead-engines-are-abandoned': () => ({ leases: { release: async () => {} } }),
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
  'a-key-is-found-by-its-hash': ({ keys }) => ({ keys: { find: async () => (await keys.list())[0] } }),
  'a-revoked-key-opens-nothing': ({ keys }) => ({
    keys: { find: async (hash) => (await keys.list()).find((key) => key.hash === hash) },
  }),
  'outcomes-of-strategies-add-up': ({ outcomes }) => ({
    outcomes: { add: (list) => outcomes.add(list.map((outcome) => ({ ...outcome, lost: 0 }))) },
  }),
  'old-outcomes-of-strategies-are-forgotten': () => ({ outcomes: { removeBefore: async () => {} } }),
  'error-patterns-come-back-equal-in-the-order-they-were-added': ({ patterns }) => ({
    patterns: { list: async () => (await patterns.list()).reverse() },
  }),
  'a-removed-error-pattern-is-gone': () => ({ patterns: { remove: async () => true } }),
  'what-was-read-from-a-program-is-found-by-its-key': () => ({ inspections: { get: async () => undefined } }),
  'what-was-read-long-ago-is-forgotten': () => ({ inspections: { removeBefore: async () => {} } }),
  'a-user-has-one-guard-policy': () => ({ policies: { remove: async () => true } }),
  'measures-come-back-newest-first-to-their-user-alone': ({ measures }) => ({
    measures: { last: async (of) => (await measures.last({ ...of, most: 9 })).reverse() },
  }),
  'measures-of-a-user-are-removed': () => ({ measures: { removeOf: async () => 2 } }),
  'commands-come-back-newest-first-to-their-user-alone': ({ commands }) => ({
    commands: { list: async (filter) => (await commands.list(filter)).reverse() },
  }),
  'a-command-is-kept-once-with-what-came-of-it': ({ commands }) => ({
    commands: { put: (command) => commands.put({ ...command, id: `${command.id}${command.outcome}` }) },
  }),
  'commands-of-a-user-are-removed-in-pieces': ({ commands }) => ({
    commands: { removeOf: (userId) => commands.removeOf(userId, 9) },
  }),
  'old-commands-are-forgotten': () => ({ commands: { removeBefore: async () => {} } }),
  'documents-come-back-equal-by-kind-and-id': ({ documents }) => ({
    documents: { get: async (_, id) => (await documents.get('check', id)) ?? documents.get('check-other', id) },
  }),
  'an-id-belongs-to-the-first-document-of-its-kind': ({ documents }) => ({
    documents: { insert: async (document) => (await documents.insert(document)) || true },
  }),
  'of-two-changes-of-a-document-one-is-made': ({ documents }) => ({
    documents: { put: async (change) => (await documents.put(change)) || true },
  }),
  'a-deleted-document-is-gone-and-stays-so': () => ({ documents: { delete: async () => true } }),
  'documents-of-a-kind-are-listed-oldest-first-by-user': ({ documents }) => ({
    documents: { list: async (filter) => (await documents.list(filter)).reverse() },
  }),
  'two-keys-never-share-a-hash': ({ keys }) => ({ keys: { add: (key) => keys.add(key).catch(() => {}) } }),
  'the-store-answers-until-it-is-closed': () => ({ ping: async () => {} }) as ReturnType<Breakage>,
}

/** The store with some of its methods replaced. */
export function breakStore(open: OpenStore, breakage: Breakage): OpenStore {
  return async () => {
    const store = await open()
    const parts = Object.entries(breakage(store)).map(([part, broken]) => {
      const whole = store[part as keyof Store]
      return [part, typeof whole === 'object' ? { ...whole, ...(broken as object) } : broken]
    })
    return { ...store, ...Object.fromEntries(parts) }
  }
}
