import { expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

it('a fingerprint is the same for other comments, white space, quotation marks and names of variables', () => {
  const one =
    'def mean(values):\n    # the sum first\n    total = sum(values)\n    return total / len(values)\nprint("a")\n'
  const other = "def mean(xs):\n    s = sum(xs)\n\n    return s / len(xs)\nprint('a')\n"
  expect(fingerprintOf(other, 'python')).toBe(fingerprintOf(one, 'python'))
  expect(fingerprintOf(one.replace('len', 'max'), 'python')).not.toBe(fingerprintOf(one, 'python'))
})

/** Processor time for a program of this size on a slow host; a search that tries every place again takes minutes. */
const MOST_MS = 1000

it.each([
  ['comments that never end', '/* '.repeat(33_000)],
  ['functions whose parameters never end', 'def f('.repeat(16_000)],
  ['a name and nothing but spaces', `a${' '.repeat(99_999)}b`],
  ['a type that never ends', `a: ${'b '.repeat(49_000)}`],
  ['parameters of an arrow that never come to it', `(${' '.repeat(50_000)})${' '.repeat(49_000)}`],
  ['nothing but opening brackets and names', '(a, '.repeat(25_000)],
  ['a function without a name', `def ${' '.repeat(99_000)}`],
])('a fingerprint is found in bounded time, whatever the program is: %s', (_, code) => {
  const begun = process.threadCpuUsage()
  fingerprintOf(code, 'python')
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(MOST_MS)
})
