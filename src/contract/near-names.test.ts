import { expect, it } from 'vitest'
import { nameDistance, nearNames, type Spelling } from './near-names.ts'

const SPELLING: Spelling = { slips: { swapped: 0.8 }, most: () => 2 }
const namesNear = (wrong: string, names: string[], spelling = SPELLING) =>
  nearNames(wrong, names, spelling).map(({ name }) => name)

it('the nearest name is first, equals stay in their order, and the wrong name itself is none', () => {
  expect(namesNear('toatl', ['roatl', 'total', 'boatl', 'toatl', 'other'])).toEqual(['total', 'roatl', 'boatl'])
})

it('a name that shares no letter is never near, however short it is', () => {
  expect(namesNear('a', ['b', 'ab'])).toEqual(['ab'])
})

it('a language says which names are the same words, and what makes a name unlikely', () => {
  const careful: Spelling = {
    most: () => 2,
    sameWords: (wrong, name) => (name === `${wrong}_` ? 0 : undefined),
    extra: (_, name) => (name.startsWith('z') ? 2 : 0),
  }
  expect(namesNear('row', ['zow', 'rows', 'row_'], careful)).toEqual(['row_', 'rows'])
})

it('a name that is longer than the stack is infinitely far', () => {
  expect(nameDistance('ab', 'x'.repeat(150_000), SPELLING)).toBe(Number.POSITIVE_INFINITY)
})
