import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { ErrorPattern } from '../../contract/error-pattern.ts'
import { inStore, type OpenStore } from '../in-store.ts'

const patternOf = (id: string, explain: string): ErrorPattern => ({
  id,
  type: 'QuotaError',
  category: 'resource',
  severity: 'high',
  recoverable: false,
  explain,
  strategies: [],
})

const by = (at: number) => ({ userId: 'ada', at })

export const patternChecks: Check<OpenStore>[] = [
  {
    id: 'error-patterns-come-back-equal-in-the-order-they-were-added',
    run: (open) =>
      inStore(open, async (store) => {
        const name = `team/${randomUUID()}`
        const [first, second] = [patternOf(`${name}-b`, 'it’s {1}'), patternOf(`${name}-a`, 'second')]
        await store.patterns.put(first, by(1))
        await store.patterns.put(second, by(2))
        const own = async () => (await store.patterns.list()).filter(({ id }) => id.startsWith(name))
        assert.deepEqual(await own(), [first, second])
        const changed = patternOf(first.id, 'changed')
        await store.patterns.put(changed, by(3))
        assert.deepEqual(await own(), [second, changed], 'the same id is kept twice, or in its old place')
      }),
  },
  {
    id: 'a-removed-error-pattern-is-gone',
    run: (open) =>
      inStore(open, async (store) => {
        const pattern = patternOf(`team/${randomUUID()}`, 'gone soon')
        await store.patterns.put(pattern, by(1))
        assert.equal(await store.patterns.remove(pattern.id, by(4)), true)
        assert.equal(await store.patterns.remove(pattern.id, by(4)), false, 'it was there a second time')
        assert.ok(!(await store.patterns.list()).some(({ id }) => id === pattern.id))
      }),
  },
]
