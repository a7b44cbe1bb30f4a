import { BUILTINS } from '../../../language/python/builtins.ts'
import { KEYWORDS } from '../../../language/python/keywords.ts'
import type { Token } from '../../../language/python/tokens.ts'
import { table } from '../../../language/table.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { endsOperand } from './adjacency.ts'
import { definitionsOf } from './definitions.ts'
import { best, propose, replace } from './edits.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'
import { wantedName } from './wanted-name.ts'

export const misspeltKeyword: Strategy = {
  id: 'python/misspelt-keyword',
  languages: ['python'],
  title: 'Spells a keyword as Python does, and parts it from the next word',
  answers: [...SYNTAX_ERRORS, 'NameError'],
  prior: 0.9,
  propose(fault) {
    const program = readProgram(fault.code)
    const defined = new Set(definitionsOf(program).map(({ name }) => name))
    const wanted = wantedName(fault)
    if (wanted !== undefined) return best(misread(program, wanted, defined))
    const { line = 1 } = fault.diagnosis
    const near = program.statements.filter((statement) => Math.abs(statement.line - line) < NEAR_LINES)
    return best(near.flatMap((statement) => spell(statement, defined)))
  },
}

/** A keyword that Python read as a name: run into the next word, or standing alone. */
function misread({ statements }: Program, wanted: string, defined: Set<string>): Proposal[] {
  for (const { tokens } of statements) {
    const token = tokens.find(({ text, kind }) => kind === 'name' && text === wanted)
    if (!token) continue
    const isStart = token === tokens[0]
    const words = isStart && tokens.length === 1 ? ALONE : isStart && tokens[1]?.text === '(' ? BEFORE_BRACKET : []
    return [...spellings(token, words), ...parted(token, { words: GLUED, defined })]
  }
  return []
}

const list = (words: string): string[] => words.split(' ')
const STARTING = list(
  'def class return import from for while if elif else try except finally with raise assert pass break continue global ' +
    'nonlocal del yield async await',
)
const INNER = list('in not and or is if else for import as lambda from await')
const ALONE = list('break continue pass return raise')
const BEFORE_BRACKET = list('return assert yield raise')
const GLUED = list('return not yield raise del assert await lambda import')
/** Keywords of other languages with the same meaning. */
const OTHER_WORDS = table<string>({
  elseif: 'elif',
  elsif: 'elif',
  func: 'def',
  function: 'def',
  fun: 'def',
  fn: 'def',
  sub: 'def',
  define: 'def',
  catch: 'except',
  rescue: 'except',
  ensure: 'finally',
  throw: 'raise',
  throws: 'raise',
  foreach: 'for',
  until: 'while not',
  unless: 'if not',
  using: 'import',
  include: 'import',
  require: 'import',
  AND: 'and',
  OR: 'or',
  NOT: 'not',
  IN: 'in',
  IS: 'is',
})

/** Python stops at an unknown word, or soon behind it. */
const NEAR_LINES = 300
/** More places in one statement are not slips. */
const MOST_PLACES = 12

function spell({ tokens }: Statement, defined: Set<string>): Proposal[] {
  const places = tokens.flatMap((token, index) => (isMisplaced({ tokens, token, index, defined }) ? [index] : []))
  return places.slice(0, MOST_PLACES).flatMap((index) => {
    const token = tokens[index]
    if (!token) return []
    const loop = tokens.slice(0, index).findLastIndex(({ text }) => text === 'for')
    const isTarget = loop !== -1 && index > loop + 1 && !tokens.slice(loop, index).some(({ text }) => text === 'in')
    if (isTarget && endsOperand(tokens[index - 1])) return spellings(token, ['in'])
    const words = index === 0 ? STARTING : INNER
    return [...spellings(token, words), ...parted(token, { words, defined })]
  })
}

/** A name beside an operand: one of them was meant as a keyword. */
function isMisplaced(at: { tokens: Token[]; token: Token; index: number; defined: Set<string> }): boolean {
  const { tokens, token, index, defined } = at
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  if (token.kind !== 'name' || before?.text === '.') return false
  // `retrun(x)` has no operand beside the word, but `esle:` and `retrun x` have.
  const isAlone = index === 0 && (tokens.at(-1)?.text === ':' || tokens.length === 1)
  const isBeside = startsValue(after) || endsOperand(before) || isAlone
  return isBeside && (!defined.has(token.text) || after?.text === ':')
}

const startsValue = (token: Token | undefined): boolean =>
  token !== undefined &&
  (['name', 'number', 'string', 'keyword'].includes(token.kind) || ['[', '{', '-'].includes(token.text))

function spellings(token: Token, words: string[]): Proposal[] {
  const say = (keyword: string) => `wrote "${keyword}" for "${token.text}" on line ${token.line}`
  const other = OTHER_WORDS[token.text]
  if (other) return [propose(replace(token, other), say(other), 0.95)]
  const near = nearNames(token.text, words, { isLoose: true }).slice(0, 3)
  return near.map(({ name, likeness }) =>
    propose(replace(token, name), say(name), Math.min(0.96, 0.35 + likeness * 0.65)),
  )
}

/** `returnvalue`: surest when the rest is a known name. */
function parted(token: Token, { words, defined }: { words: string[]; defined: Set<string> }): Proposal[] {
  return words.flatMap((word) => {
    const rest = token.text.slice(word.length)
    if (!token.text.startsWith(word) || rest === '' || OTHER_WORDS[token.text]) return []
    const isKnown = defined.has(rest) || BUILTINS.has(rest) || KEYWORDS.has(rest) || rest === 'self' || /^\d/.test(rest)
    // `not_found` is one name of two words.
    if (!isKnown && rest.startsWith('_')) return []
    const sureness = isKnown ? 0.96 : word.length > 3 ? 0.7 : 0.3
    return [propose(replace(token, `${word} ${rest}`), `put a space behind "${word}" on line ${token.line}`, sureness)]
  })
}
