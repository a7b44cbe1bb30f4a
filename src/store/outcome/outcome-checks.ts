import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { Store } from '../store.ts'
import type { StrategyOutcome } from './outcome-rows.ts'

export const outcomeChecks: Check<OpenStore>[] = [
  {
    id: 'outcomes-of-strategies-add-up',
    run: (open) =>
      inStore(open, async (store) => {
        const { cell, read } = sampleCell(store)
        await store.outcomes.add([cell({ won: 1 }), cell({ lost: 2 }), cell({ period: 8, won: 5 })])
        await Promise.all([store.outcomes.add([cell({ won: 1 })]), store.outcomes.add([cell({ won: 1, lost: 1 })])])
        assert.deepEqual(await read(0), [cell({ won: 3, lost: 3 }), cell({ period: 8, won: 5 })])
      }),
  },
  {
    id: 'old-outcomes-of-strategies-are-forgotten',
    run: (open) =>
      inStore(open, async (store) => {
        const { cell, read } = sampleCell(store)
        await store.outcomes.add([cell({ won: 1 }), cell({ period: 8, won: 2 })])
        assert.deepEqual(await read(8), [cell({ period: 8, won: 2 })], 'an old stretch is listed')
        await store.outcomes.removeBefore(8)
        assert.deepEqual(await read(0), [cell({ period: 8, won: 2 })], 'an old stretch is kept')
      }),
  },
]

/** A separate cell for each check: the database may hold others. */
function sampleCell(store: Store) {
  const fingerprint = randomUUID()
  return {
    cell: (over: Partial<StrategyOutcome>): StrategyOutcome => ({
      language: 'python',
      fingerprint,
      strategy: 'python/close-bracket',
      period: 7,
      won: 0,
      lost: 0,
      ...over,
    }),
    read: async (since: number) =>
      (await store.outcomes.list(since)).filter((outcome) => outcome.fingerprint === fingerprint),
  }
}
