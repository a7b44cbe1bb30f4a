import type { Edit } from '../strategy.ts'
import { isPunctuation } from './grammar.ts'
import type { Source } from './read-source.ts'

/** JavaScript before and behind the argument, in place of a function of Python. */
const WRAPPED: Record<string, [before: string, behind: string]> = {
  len: ['', '.length'],
  sum: ['', '.reduce((total, each) => total + each, 0)'],
  sorted: ['[...', '].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))'],
  reversed: ['[...', '].reverse()'],
  enumerate: ['', '.entries()'],
  list: ['Array.from(', ')'],
  int: ['Math.trunc(Number(', '))'],
  range: ['Array.from({ length: ', ' }, (_, index) => index)'],
}

const RENAMED: Record<string, string> = {
  print: 'console.log', str: 'String', float: 'Number', bool: 'Boolean', abs: 'Math.abs', max: 'Math.max', min: 'Math.min',
  round: 'Math.round', pow: 'Math.pow', isinstance: 'Object.is', puts: 'console.log', println: 'console.log', printf: 'console.log',
  echo: 'console.log', set: 'new Set', Exception: 'new Error', ValueError: 'new RangeError', KeyError: 'new Error',
} // biome-ignore format: a table

const NOT_SURE = new Set(['isinstance'])

/** Replaces functions of Python that are called and not declared here. */
export function pythonCalls(source: Source, declared: ReadonlyMap<string, number>): Edit[] {
  const { tokens } = source
  return tokens.flatMap((token, index) => {
    const isCalled =
      token.kind === 'name' && isPunctuation(tokens[index + 1], '(') && !isPunctuation(tokens[index - 1], '.', '?.')
    if (!isCalled || declared.has(token.text) || isDeclaration(source, index)) return []
    const renamed = Object.hasOwn(RENAMED, token.text) && !NOT_SURE.has(token.text) ? RENAMED[token.text] : undefined
    if (renamed !== undefined) return [{ start: token.start, end: token.end, text: withoutNew(source, index, renamed) }]
    return Object.hasOwn(WRAPPED, token.text) ? wrap(source, index) : []
  })
}

const withoutNew = ({ tokens }: Source, index: number, text: string): string =>
  text.startsWith('new ') && (tokens[index - 1]?.text === 'new' || tokens[index - 1]?.text === 'raise')
    ? text.slice(4)
    : text

const isDeclaration = ({ tokens, partner }: Source, index: number): boolean =>
  isPunctuation(tokens[(partner.get(index + 1) ?? 0) + 1], '{')

function wrap({ tokens, partner }: Source, index: number): Edit[] {
  const [name, opener] = [tokens[index], tokens[index + 1]]
  const end = partner.get(index + 1)
  const closer = tokens[end ?? -1]
  const row = WRAPPED[name?.text ?? '']
  if (!name || !opener || !closer || end === undefined || !row || end === index + 2) return []
  const inside = tokens.slice(index + 2, end)
  if (inside.length > 40 || (hasComma({ tokens, partner }, index + 2, end) && name.text !== 'int')) return []
  // A longer expression needs parentheses before a member can be read from it.
  const isSimple = row[0] !== '' || inside.every(({ kind, text }) => kind !== 'punctuation' || '.()[]'.includes(text))
  return [
    { start: name.start, end: opener.end, text: isSimple ? row[0] : `${row[0]}(` },
    { start: closer.start, end: closer.end, text: isSimple ? row[1] : `)${row[1]}` },
  ]
}

function hasComma({ tokens, partner }: Pick<Source, 'tokens' | 'partner'>, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    if (isPunctuation(tokens[at], ',')) return true
    at = Math.max(at, partner.get(at) ?? at)
  }
  return false
}
