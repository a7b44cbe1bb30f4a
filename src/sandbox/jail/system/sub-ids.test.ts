import { describe, expect, it } from 'vitest'
import { freeRange, parseRanges, takeRanges } from './sub-ids.ts'

const ranges = parseRanges(
  '# users\nada:100000:65536\n4242:300000:40000\nben:400000:10\nnot a range\nann:500000:30000\nann:0:0\n',
)

describe('users that an administrator has given away', () => {
  it('are read as newuidmap reads them, by the name or the number of their owner', () => {
    expect(takeRanges(ranges, ['ada', '1000'])).toEqual([{ owner: 'ada', first: 100_000, count: 65_536 }])
    expect(takeRanges(ranges, ['ann', '4242'])).toEqual([
      { owner: '4242', first: 300_000, count: 40_000 },
      { owner: 'ann', first: 500_000, count: 25_536 },
    ])
  })

  it('are not enough below the number of users that a system has', () => {
    expect(takeRanges(ranges, ['ben', '1001'])).toBeUndefined()
    expect(takeRanges(ranges, ['stranger', '1002'])).toBeUndefined()
  })

  it('are proposed where nobody has any', () => {
    expect(freeRange(ranges)).toBe('530000-595535')
    expect(freeRange([])).toBe('100000-165535')
  })
})
