import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { CachedResult } from './cached-result-rows.ts'

const resultOf = (known: Partial<CachedResult> = {}): CachedResult => ({
  ...{ key: randomUUID(), userId: randomUUID(), state: 'seen', firstRun: randomUUID(), secondRun: null },
  ...{ stdout: 'it’s \0', stderr: '', changedAt: 10 },
  ...known,
})

export const cachedResultChecks: Check<OpenStore>[] = [
  {
    id: 'a-cached-result-is-its-users-alone-and-the-last-one-counts',
    run: (open) =>
      inStore(open, async ({ cachedResults }) => {
        const seen = resultOf()
        const proved = { ...seen, state: 'proved' as const, secondRun: 'r', changedAt: 20 }
        await cachedResults.put(seen)
        await cachedResults.put(proved)
        assert.equal(await cachedResults.get('another', seen.key), undefined)
        assert.deepEqual(await cachedResults.get(seen.userId, seen.key), proved)
      }),
  },
  {
    id: 'cached-results-go-with-either-run-by-number-by-age-and-with-their-user',
    run: (open) =>
      inStore(open, async ({ cachedResults }) => {
        const userId = randomUUID()
        const [first = '', second = '', ...keys] = Array.from({ length: 6 }, () => randomUUID())
        await cachedResults.put(resultOf({ userId, firstRun: first }))
        await cachedResults.put(resultOf({ userId, secondRun: second }))
        assert.equal(await cachedResults.removeByRun('another', first), 0)
        for (const run of [first, second]) assert.equal(await cachedResults.removeByRun(userId, run), 1)
        for (const [index, key] of keys.entries()) {
          await cachedResults.put(resultOf({ userId, key, changedAt: index - keys.length }))
        }
        await cachedResults.removeOldest(userId, 3)
        assert.equal(await cachedResults.get(userId, keys[0] ?? ''), undefined)
        await cachedResults.removeBefore(-2)
        const left = await Promise.all(keys.map((key) => cachedResults.get(userId, key)))
        assert.deepEqual(
          left.map((result) => result?.changedAt),
          [undefined, undefined, -2, -1],
        )
        assert.equal(await cachedResults.removeOf(userId, 9), 2)
      }),
  },
]
