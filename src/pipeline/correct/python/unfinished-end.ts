import { isHead } from './block-head.ts'
import { type Program, readProgram, type Statement } from './program.ts'

const OPEN = new Set(['(', '[', '{'])
const CLOSE = new Set([')', ']', '}'])
/** A statement that ends with one of these goes on. */
const GOES_ON = new Set([
  '=',
  '==',
  '+',
  '-',
  '*',
  '/',
  '<',
  '>',
  '<=',
  '>=',
  '!=',
  '.',
  ',',
  'and',
  'or',
  'not',
  'in',
  'is',
  'if',
  'return',
  '%',
])

/**
 * The offset at which the last statement at the top of a program begins that breaks off in the middle; undefined where the program ends as programs
 * do, or where nothing complete would be left.
 */
export function unfinishedEnd(code: string): number | undefined {
  const program = readProgram(code)
  const last = program.statements.at(-1)
  if (!last || !breaksOff(program, last)) return undefined
  const from = program.statements.findLastIndex(({ width, first }) => width === 0 && !CONTINUES.has(first.text))
  const top = program.statements[from]
  const above = program.statements.slice(0, from).filter(({ width }) => width === 0)
  if (!top || !above.some(({ first }) => first.text === 'def' || first.text === 'class')) return undefined
  return MAY_GO.has(top.first.text) ? decorated(program, from) : undefined
}

/** The program does without these; a line that prints is one that its author waits for. */
const MAY_GO = new Set(['def', 'class', '@', 'async', 'assert'])

/** Such a head belongs to the statement above it. */
const CONTINUES = new Set(['else', 'elif', 'except', 'finally'])

function breaksOff({ code }: Program, last: Statement): boolean {
  const opened = last.tokens.reduce((depth, { text }) => depth + Number(OPEN.has(text)) - Number(CLOSE.has(text)), 0)
  const isOpenText = last.tokens.some(({ string }) => string && !string.isClosed)
  const isCut = /#{20,}\s*$/.test(code)
  return opened > 0 || isOpenText || GOES_ON.has(last.last.text) || isHead(last) || isCut || isBareHead(last)
}

/** `def other(x)` and `if x > 2`, with nothing behind. */
const isBareHead = ({ first, last }: Statement): boolean =>
  ['def', 'class', 'if', 'for', 'while', 'elif', 'with'].includes(first.text) && last.text !== ':'

function decorated({ statements, lines }: Program, from: number): number | undefined {
  let at = from
  while (statements[at - 1]?.first.text === '@') at--
  const line = statements[at]?.line
  return line === undefined ? undefined : lines[line - 1]?.start
}
