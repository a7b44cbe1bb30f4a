import { expect, test } from 'vitest'
import { readBash } from './read-bash.ts'

test.each([
  ['a substitution in a calculation, neither of which ends', '$(($(EOF\n[[ ]'],
  ['a substitution in braces, neither of which ends', `${'${`'}\n[[ ]`],
  ['a list in a substitution in braces, none of which ends', `${'${$(a=(x'}\ny z\n`],
])('tokens are read once, in the order of their starts: %s', (_, code) => {
  const { tokens, unclosed } = readBash(code)
  const starts = tokens.filter(({ kind }) => kind !== 'newline').map(({ start }) => start)
  expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other))
  expect(new Set(unclosed.map(({ mark, start }) => `${mark} ${start}`)).size).toBe(unclosed.length)
})
