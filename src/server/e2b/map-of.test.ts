import { expect, it } from 'vitest'
import { z } from 'zod'
import { mapOf } from './map-of.ts'

const map = mapOf({ name: z.string().max(3), value: z.string(), mostEntries: 2 })
const problems = (value: unknown) => map.safeParse(value).error?.issues.map(({ path, message }) => [path, message])

it('a map with valid names and values is accepted unchanged', () => {
  expect(map.parse({ one: '1', two: '2' })).toEqual({ one: '1', two: '2' })
  expect(problems({ one: 1 })).toEqual([[['one'], expect.stringContaining('string')]])
  expect(problems({ three: '3' })).toEqual([[['three'], expect.any(String)]])
  expect(problems([])).toHaveLength(1)
})

it('a map with too many entries is refused for their number alone, however many of them are wrong', () => {
  const crowd = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`wrong-${at}`, at]))
  expect(problems(crowd)).toEqual([[[], 'has 100000 entries; 2 are allowed']])
})
