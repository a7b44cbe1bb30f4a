import { expect, test } from 'vitest'
import { repaired } from '../repaired.fixture.ts'
import { oddHeads } from './odd-heads.ts'

test.each([
  ['foreach f in a b; do echo $f; done\n', 'for f in a b; do echo $f; done\n'],
  ['if a; then\n  b\nelse then\n  c\nfi\n', 'if a; then\n  b\nelse\n  c\nfi\n'],
  ['while (( n > 0 ) do\n  f\ndone\n', 'while (( n > 0 )); do\n  f\ndone\n'],
  ['if (( n > 0 ); then f; fi\n', 'if (( n > 0 )); then f; fi\n'],
])('%j becomes %j', (broken, mended) => {
  expect(repaired(oddHeads, broken)).toBe(mended)
})

test('heads in order, and a command of that name, are left alone', () => {
  expect(repaired(oddHeads, 'foreach a\nwhile (( n > 0 )); do f; done\n')).toBeUndefined()
})
