import { expect, it } from 'vitest'
import { parseBash } from './parse-bash.ts'

const OPEN = '{"a":'

it('a word with more open braces than any program is too much for the parser, which would take the square of its length', () => {
  expect(() => parseBash(`echo ${OPEN.repeat(501)}`)).toThrow('open braces')
})

it.each([
  ['closed braces', `echo ${'{a,b}'.repeat(5000)}`],
  ['many words with an open brace', `echo ${`${OPEN} `.repeat(5000)}`],
  ['as many open braces as fit', `echo ${OPEN.repeat(500)}`],
])('a script with %s is read', (_, source) => {
  expect(parseBash(source)).toEqual(expect.any(Array))
})
