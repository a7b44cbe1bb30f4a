import { describe, expect, it } from 'vitest'
import { rowsOf, takeTurns } from './take-turns.ts'

const signal = new AbortController().signal
const pauseMs = 0

describe('ways that are compared', () => {
  it('take turns, and slow ones only in some rounds', async () => {
    const calls: string[] = []
    const way = (name: string, every?: number) => ({
      name,
      ...(every && { every }),
      once: async () => {
        calls.push(name)
        return 1
      },
    })
    const ways = [way('a'), way('b'), way('slow', 4)]
    const rows = await takeTurns({ ways, rounds: 6, budgetMs: 60_000, against: 'a', signal, pauseMs })
    expect(calls.join(' ')).toBe('a b a b a b slow a b a b a b a b slow a b')
    expect(rows.map(({ way, n }) => [way, n])).toEqual([
      ['a', 6],
      ['b', 6],
      ['slow', 2],
    ])
  })

  it('do a few rounds when the time is over already, and not all of them', async () => {
    const ways = [{ name: 'a', once: async () => 1 }]
    const rows = await takeTurns({ ways, rounds: 100, budgetMs: -1, against: 'a', signal, pauseMs })
    expect(rows[0]?.n).toBe(5)
  })

  it('stop when they are told to', async () => {
    const stop = new AbortController()
    const ways = [{ name: 'a', once: async () => stop.abort() as unknown as number }]
    const turns = takeTurns({ ways, rounds: 100, budgetMs: 60_000, against: 'a', signal: stop.signal, pauseMs })
    await expect(turns).rejects.toThrow('aborted')
  })

  it('are shown as distributions, with the ratio of the medians', () => {
    const times = new Map([
      ['floor', [2, 1, 3]],
      ['sandbox', [9, 6, 3]],
    ])
    expect(rowsOf(times, 'floor')).toEqual([
      { way: 'floor', unit: 'ms', n: 3, min: 1, p50: 2, p95: 3, max: 3, ratio: 1 },
      { way: 'sandbox', unit: 'ms', n: 3, min: 3, p50: 6, p95: 9, max: 9, ratio: 3 },
    ])
  })

  it('have no ratio when their base is missing', () => {
    expect(rowsOf(new Map([['sandbox', [1]]]), 'floor')[0]?.ratio).toBeNull()
  })
})
