import { expect, it } from 'vitest'
import { createVectorRows } from './vector-rows.ts'

it('many vectors are compared with the same products as few, to the bit', () => {
  let seed = 1
  const vector = () =>
    Int8Array.from({ length: 32 }, () => {
      seed = Math.imul(seed, 1_103_515_245) + 12_345
      return seed >> 24
    })
  const rows = createVectorRows(32)
  const all = Array.from({ length: 9000 }, vector)
  const asked = vector()
  const expected = all.map((each) => each.reduce((sum, value, at) => sum + value * (asked[at] as number), 0))
  for (const [number, each] of all.entries()) {
    rows.row(number).set(each)
    if (number === 3000) expect([...rows.products(asked)]).toEqual(expected.slice(0, 3001))
  }
  expect([...rows.products(asked)]).toEqual(expected)
})
