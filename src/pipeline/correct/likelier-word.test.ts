import { expect, test } from 'vitest'
import { isLikelierWord } from './likelier-word.ts'

const PAIRS = [
  ['findPositions', 'findPositins'],
  ['countOddNumbers', 'countOddNmbers'],
  ['make_equal_again', 'make_eqaul_again'],
  ['processChar', 'procesChar'],
  ['canWinNim', 'canWiniNm'],
] as const

test.each(PAIRS)('%s is likelier to be meant than %s, and not the other way round', (good, bad) => {
  expect([isLikelierWord(good, bad), isLikelierWord(bad, good)]).toEqual([true, false])
})

test('names of equal words tell nothing', () => {
  expect(isLikelierWord('sumOf', 'sumOf')).toBe(false)
})

test('words of the comments are known', () => {
  expect(isLikelierWord('apocalypseYear', 'apcalypseYear')).toBe(false)
  expect(isLikelierWord('apocalypseYear', 'apcalypseYear', '// the first apocalypse')).toBe(true)
})
