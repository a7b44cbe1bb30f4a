import { describe, expect, it } from 'vitest'
import type { StrategyOutcome } from '../store/outcome/outcome-rows.ts'
import { openStrategyRecord } from './strategy-record.ts'

const FORTNIGHT_MS = 14 * 86_400_000
const cell = { language: 'python', fingerprint: 'f', strategy: 'python/close-bracket' }

/** Rows as a database would keep them, for one test. */
function keeper() {
  let kept: StrategyOutcome[] = []
  return {
    rows: {
      add: async (outcomes: StrategyOutcome[]) => void kept.push(...outcomes),
      list: async (since: number) => kept.filter(({ period }) => period >= since),
      removeBefore: async (before: number) => {
        kept = kept.filter(({ period }) => period >= before)
      },
    },
    all: () => kept,
  }
}
const opened = (rows: ReturnType<typeof keeper>['rows'], now = () => 1000 * FORTNIGHT_MS) =>
  openStrategyRecord({ rows, clock: now, onTrouble: (error) => expect.fail(String(error)) })
const likelihood = (record: Awaited<ReturnType<typeof opened>>) => record.likelihood({ ...cell, prior: 0.5 })

describe('the record of strategies', () => {
  it('survives a restart', async () => {
    const { rows } = keeper()
    const first = await opened(rows)
    for (let i = 0; i < 5; i++) first.add(cell, 'won')
    const learnt = likelihood(first)
    await first.close()
    expect(learnt).toBeGreaterThan(0.6)
    const second = await opened(rows)
    expect(likelihood(second)).toBeCloseTo(learnt)
    await second.close()
  })

  it('forgets slowly, and in the end', async () => {
    const { rows } = keeper()
    let now = 1000 * FORTNIGHT_MS
    const write = await opened(rows, () => now)
    for (let i = 0; i < 20; i++) write.add(cell, 'won')
    await write.close()
    const likelihoodAfter = async (periods: number) => {
      now = (1000 + periods) * FORTNIGHT_MS
      const record = await opened(rows, () => now)
      await record.close()
      return likelihood(record)
    }
    const [fresh, old, gone] = [await likelihoodAfter(0), await likelihoodAfter(12), await likelihoodAfter(40)]
    expect(fresh).toBeGreaterThan(old)
    expect(old).toBeGreaterThan(0.5)
    expect(gone).toBe(0.5)
  })

  it('can be looked at and reset', async () => {
    const { rows, all } = keeper()
    const record = await opened(rows)
    record.add(cell, 'won')
    record.add(cell, 'lost')
    expect(record.list()).toEqual([
      { ...cell, won: 1, lost: 1 },
      { ...cell, fingerprint: '*', won: 1, lost: 1 },
    ])
    await record.reset()
    expect(record.list()).toEqual([])
    expect(likelihood(record)).toBe(0.5)
    await record.close()
    expect(all()).toEqual([])
  })

  it('stays small though programs can invent failures without end', async () => {
    const { rows } = keeper()
    const record = await opened(rows)
    for (let i = 0; i < 30_000; i++) record.add({ ...cell, fingerprint: `f${i}` }, 'lost')
    expect(record.list().length).toBeLessThanOrEqual(20_001)
    expect(record.list().find(({ fingerprint }) => fingerprint === '*')?.lost).toBe(30_000)
    await record.close()
  })
})
