import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'

const rowOf = (known: { userId?: string; at?: number } = {}) => ({
  userId: randomUUID(),
  repeatKey: randomUUID(),
  fingerprint: 'f1',
  engineId: 'eng1',
  at: 10 ** 15,
  ...known,
})

export const answerChecks: Check<OpenStore>[] = [
  {
    id: 'a-repeat-key-is-taken-once-by-its-user-and-keeps-its-answer',
    run: (open) =>
      inStore(open, async ({ answers }) => {
        const row = rowOf()
        const tries = await Promise.all([1, 2, 3].map(() => answers.begin(row)))
        assert.deepEqual(tries.toSorted(), [false, false, true], 'not exactly one took it')
        assert.equal(await answers.begin({ ...row, userId: randomUUID() }), true, 'another user cannot use it')
        assert.deepEqual(await answers.get(row), { ...row, answer: null })
        await answers.finish(row, 'it’s')
        assert.deepEqual(await answers.get(row), { ...row, answer: 'it’s' })
        await answers.remove({ ...row, at: row.at - 1 })
        assert.notEqual(await answers.get(row), undefined, 'a younger row was removed')
        await answers.remove(row)
        assert.equal(await answers.get(row), undefined)
      }),
  },
  {
    id: 'kept-answers-are-forgotten-by-age-and-by-user',
    run: (open) =>
      inStore(open, async ({ answers }) => {
        const userId = randomUUID()
        const rows = [
          rowOf({ userId, at: 10 }),
          rowOf({ userId, at: 20 }),
          rowOf({ userId, at: 30 }),
          rowOf({ at: 20 }),
        ]
        for (const row of rows) await answers.begin(row)
        await answers.removeBefore(20)
        const left = async () =>
          (await Promise.all(rows.map((row) => answers.get(row)))).map((row) => row !== undefined)
        assert.deepEqual(await left(), [false, true, true, true])
        assert.deepEqual([await answers.removeOf(userId, 1), await answers.removeOf(userId, 9)], [1, 1])
        assert.deepEqual(await left(), [false, false, false, true])
      }),
  },
]
