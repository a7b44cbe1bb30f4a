import { expect, it } from 'vitest'
import { fieldsOf } from './fields.ts'

it('the fields of a program are the names that it defines, its documentation and the rest', () => {
  const { names, doc, body } = fieldsOf(
    '/* Adds. */\nconst add = (a, b) => a + b\nfunction twice(x) { return add(x, x) }\n',
  )
  expect(names).toEqual(['add', 'twice'])
  expect(doc).toBe('/* Adds. */')
  expect(body).toContain('return add(x, x)')
})

/** Processor time for a program on a slow host; a search that tries every place again takes seconds. */
const MOST_MS = 500

it.each([
  ['comments that never end', '/* '.repeat(7000)],
  ['a definition and nothing but spaces', `def${' '.repeat(19_000)}`],
  ['values that never end', 'const a = ('.repeat(1800)],
  ['many definitions before spaces', `${'def '.repeat(2500)}${' '.repeat(9000)}`],
  ['a variable and nothing but spaces', `let a${' '.repeat(19_000)}`],
])('the fields of a program are found in bounded time, whatever it is: %s', (_, code) => {
  const begun = process.threadCpuUsage()
  fieldsOf(code)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(MOST_MS)
})
