import { expect, it } from 'vitest'
import { faultOf, repairBy } from './repair.fixture.ts'
import { textItem } from './text-item.ts'

const repaired = (code: string) =>
  repairBy(textItem, faultOf(code, ['TypeError', "'str' object does not support item assignment", 1]))

it.each([
  ['s[0] = "H"', 's = s[:0] + "H" + s[1:]'],
  ['s[-1] = c', 's = s[:-1] + c'],
  ['s[i] = s[i].upper()', 's = s[:i] + (s[i].upper()) + s[i + 1:]'],
  ['s[i] = chr(65)', 's = s[:i] + chr(65) + s[i + 1:]'],
])('a text is put together anew where a character is assigned: %s', (broken, mended) => {
  expect(repaired(broken)).toBe(mended)
})

it.each(['s[1:2] = "ab"', 's[i], s[j] = s[j], s[i]', 's.t[0] = "a"', 's[f(x)] = "a"'])(
  'other assignments are left alone: %s',
  (code) => {
    expect(repaired(code)).toBeUndefined()
  },
)
