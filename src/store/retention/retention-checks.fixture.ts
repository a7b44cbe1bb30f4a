import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-deleted-run-is-gone-with-its-events': () => ({
    retention: { begin: async () => ({ bytes: 0, isGone: true }) },
  }),
  'a-run-that-goes-on-is-not-deleted': ({ retention }) => ({
    retention: { begin: (runId, told) => retention.begin(runId, told).catch(() => undefined) },
  }),
  'a-long-run-is-out-of-sight-before-it-is-gone': ({ retention }) => ({
    retention: {
      async begin(runId, told) {
        const begun = await retention.begin(runId, told)
        while (!(await retention.goOn(runId)));
        return begun && { ...begun, isGone: true }
      },
    },
  }),
  'output-stays-as-long-as-one-run-needs-it': ({ outputs }) => {
    const begun = new Set<string>()
    return {
      outputs: {
        begin: (output) => outputs.begin(output).then(() => void begun.add(output.hash)),
        async release(limit, remove) {
          for (const hash of begun) await remove(hash)
          return outputs.release(limit, remove)
        },
      },
    }
  },
  'output-that-somebody-holds-is-not-released': () => ({ backup: { hold: async () => {} } }),
  'output-that-could-not-be-removed-is-released-again': ({ outputs }) => ({
    outputs: { release: (limit, remove) => outputs.release(limit, (hash) => remove(hash).catch(() => {})) },
  }),
  'an-ended-run-begins-no-output': ({ outputs }) => ({
    outputs: { begin: (output) => outputs.begin(output).catch(() => {}) },
  }),
  'runs-are-weighed-newest-first-with-their-bytes': ({ retention }) => ({
    retention: { page: async (filter) => (await retention.page(filter)).map((run) => ({ ...run, bytes: 1 })) },
  }),
  'a-deletion-is-told-on-the-stream-of-its-run-and-user-until-it-is-forgotten': () => ({
    retention: { forgetOld: async () => undefined },
  }),
  'events-are-dropped-by-their-positions': () => ({ retention: { drop: async () => {} } }),
  'old-events-of-what-is-there-go-but-for-those-that-its-fold-needs': ({ retention, sessions }) => {
    let last = ''
    return {
      sessions: {
        create(session) {
          last = session.id
          return sessions.create(session)
        },
      },
      // The session counts as gone: it is removed before the sweep.
      retention: {
        async forgetOld(before, after) {
          await sessions.remove(last, { at: 1, reason: 'idle' })
          return retention.forgetOld(before, after)
        },
      },
    }
  },
  'old-events-of-what-is-gone-all-go-and-the-last-of-a-key-stays': () => ({
    retention: { forgetOld: async () => undefined },
  }),
  'one-engine-at-a-time-sweeps': () => ({ retention: { takeTurn: async () => true } }),
}
