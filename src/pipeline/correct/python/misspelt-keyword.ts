import type { Proposal, Strategy } from '../strategy.ts'
import { endsOperand } from './adjacency.ts'
import { definitionsOf } from './definitions.ts'
import { best, propose, replace } from './edits.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'
import type { Token } from './tokens.ts'

export const misspeltKeyword: Strategy = {
  id: 'python/misspelt-keyword',
  languages: ['python'],
  title: 'Spells a keyword as Python does',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code }) {
    const program = readProgram(code)
    const defined = new Set(definitionsOf(program).map(({ name }) => name))
    return best(program.statements.flatMap((statement) => spell({ program, statement, defined })))
  },
}

const STARTING =
  'def class return import from for while if elif else try except finally with raise assert pass break continue global nonlocal del lambda yield async await'.split(
    ' ',
  )
const INNER = 'in not and or is if else for import as lambda from await'.split(' ')
/** Other words of the same meaning, from other languages. */
const OTHER_WORDS: Record<string, string> = {
  elseif: 'elif',
  elsif: 'elif',
  elsf: 'elif',
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
  ret: 'return',
}

interface Place {
  program: Program
  statement: Statement
  defined: Set<string>
}

function spell({ statement, defined }: Place): Proposal[] {
  const { tokens } = statement
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'name' || tokens[index - 1]?.text === '.') return []
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    const isStart = index === 0
    // `retrun(x)` has no operand beside it, but `esle:` and `pritn x` do.
    const isBeside =
      startsValue(after) || endsOperand(before) || (isStart && (after?.text === ':' || tokens.length === 1))
    if (!isBeside || (defined.has(token.text) && after?.text !== ':')) return []
    return spellings(token, isStart)
  })
}

const startsValue = (token: Token | undefined): boolean =>
  token !== undefined &&
  (['name', 'number', 'string', 'keyword'].includes(token.kind) || ['[', '{', '-'].includes(token.text))

function spellings(token: Token, isStart: boolean): Proposal[] {
  const say = (keyword: string) => `wrote "${keyword}" for "${token.text}" on line ${token.line}`
  const other = OTHER_WORDS[token.text]
  if (other) return [propose(replace(token, other), say(other), 0.95)]
  const near = nearNames(token.text, isStart ? STARTING : INNER).slice(0, 2)
  const glued = [...(isStart ? STARTING : INNER)].filter(
    (word) => token.text.startsWith(word) && token.text.length > word.length + 0,
  )
  return [
    ...near.map(({ name, likeness }) =>
      propose(replace(token, name), say(name), Math.min(0.96, 0.35 + likeness * 0.65)),
    ),
    ...glued.map((word) =>
      propose(
        replace(token, `${word} ${token.text.slice(word.length)}`),
        `put a space behind "${word}" on line ${token.line}`,
        0.5 + word.length / 40,
      ),
    ),
  ]
}
