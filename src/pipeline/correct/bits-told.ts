import type { ProgramTest } from '../../contract/run.ts'

/** A number that a wrong program gives by chance is short, and so is a text. */
const BITS_OF_A_DIGIT = 1.5
const BITS_OF_A_CHARACTER = 2
const MOST_OF_A_NUMBER = 12
const MOST_OF_A_TEXT = 30
const MOST_OF_AN_ASSERTION = 40

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\b\d[\d.e+-]*|\b(?:True|False|None|true|false|null)\b/g
const ASSERTION = /\bassert\b[^\n]*/g
const MESSAGE = /,\s*(?:f?'[^'\n]*'|f?"[^"\n]*")\s*\)?;?\s*$/

/**
 * How much the values that tests expect say, in bits: a wrong program gives `True` by chance, but hardly a long number or a list of texts.
 */
export const bitsTold = (tests: readonly ProgramTest[]): number =>
  tests.reduce((sum, { code = '', stdout }) => sum + (stdout === undefined ? 0 : bitsOfText(stdout)) + bitsIn(code), 0)

const bitsIn = (code: string): number =>
  (code.match(ASSERTION) ?? []).reduce((sum, line) => sum + Math.min(MOST_OF_AN_ASSERTION, bitsOfExpected(line)), 0)

/** What stands behind `==`; in a call such as `assert.equal(one, other)`, its last argument. */
function bitsOfExpected(line: string): number {
  const told = line.replace(MESSAGE, (message) => (line.includes('==') ? '' : message))
  const expected = told.includes('==') ? told.slice(told.lastIndexOf('==') + 2) : /,\s*([^,]*)$/.exec(told)?.[1]
  const literals = [...(expected ?? '').matchAll(LITERAL)].map(([literal, one, other]) =>
    one === undefined && other === undefined ? bitsOfWord(literal) : bitsOfText(one ?? other ?? ''),
  )
  return 1 + literals.reduce((sum, bits) => sum + bits, 0)
}

const bitsOfText = (text: string): number => 1 + Math.min(MOST_OF_A_TEXT, BITS_OF_A_CHARACTER * text.length)

const bitsOfWord = (word: string): number =>
  /^\d/.test(word) ? 1 + Math.min(MOST_OF_A_NUMBER, BITS_OF_A_DIGIT * word.length) : 1
