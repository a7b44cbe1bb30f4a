import type { Token } from '../../../language/python/tokens.ts'
import type { Statement } from './program.ts'

/** A place where a variable without a first value is used. */
export interface Use {
  statement: Statement
  token: Token
}

export interface Start {
  text: string
  sureness: number
}

/** The values that a variable may begin with, the likeliest first; none where its uses do not tell, or disagree. */
export function startsOf(uses: readonly Use[], code: string): Start[] {
  const told = uses.flatMap((use) => toldBy(use) ?? [])
  const [first, ...others] = told
  // Items and keys of a variable say nothing on their own about its beginning.
  if (!first || !told.some(({ changes }) => changes)) return []
  const fitting = first.starts.filter((start) => others.every(({ starts }) => starts.includes(start)))
  const known = fitting.filter((start) => !start.startsWith('defaultdict') || /\bdefaultdict\b/.test(code))
  return known.slice(0, MOST).map((text, index) => ({ text, sureness: 0.9 - 0.1 * index }))
}

const MOST = 3

/** Whether the use gives the variable more than it had. */
export const isChange = (use: Use): boolean => toldBy(use)?.changes === true

interface Told {
  starts: readonly string[]
  changes: boolean
}

const NOTHING_FITS: Told = { starts: [], changes: true }
const COUNTED = 'defaultdict(int)'
const GROUPED = 'defaultdict(list)'
const OF_KEYS = ['{}', COUNTED, GROUPED]

const METHODS: ReadonlyMap<string, Told> = new Map(
  Object.entries({
    append: { starts: ['[]'], changes: true },
    extend: { starts: ['[]'], changes: true },
    insert: { starts: ['[]'], changes: true },
    add: { starts: ['set()'], changes: true },
    discard: { starts: ['set()'], changes: false },
    update: { starts: ['{}', 'set()'], changes: true },
    setdefault: { starts: ['{}'], changes: true },
    get: { starts: OF_KEYS, changes: false },
    items: { starts: OF_KEYS, changes: false },
    keys: { starts: OF_KEYS, changes: false },
    values: { starts: OF_KEYS, changes: false },
    appendleft: NOTHING_FITS,
    popleft: NOTHING_FITS,
  }),
)

function toldBy({ statement, token }: Use): Told | undefined {
  const { tokens } = statement
  const at = tokens.findIndex(({ start }) => start === token.start)
  if (at === -1) return undefined
  const [next, second] = [tokens[at + 1], tokens[at + 2]]
  // A loop that goes on as long as there is something would not even begin.
  if (tokens[0]?.text === 'while' && at === 1 && /^(?::|and|or)$/.test(next?.text ?? '')) return NOTHING_FITS
  if (next?.text === '.') return METHODS.get(second?.text ?? '')
  if (at > 0) return undefined
  if (next?.text === '[') return storedIn(tokens)
  if (next?.text === '=') return givenAnew(tokens, token.text)
  const operator = /^([-+*|])=$/.exec(next?.text ?? '')?.[1]
  if (operator === undefined) return next?.kind === 'operator' && next.text.endsWith('=') ? NOTHING_FITS : undefined
  return afterOperator(operator, tokens.slice(2))
}

/** `counts[word] = …`; `counts[word] += 1` needs a value that is there already. */
function storedIn(tokens: readonly Token[]): Told | undefined {
  const end = tokens.findIndex(({ kind }, index) => kind === 'close' && isOutside(tokens, index + 1))
  const [next, method] = [tokens[end + 1], tokens[end + 2]]
  if (next?.text === '=') return { starts: OF_KEYS, changes: true }
  if (next?.text === '+=') return { starts: ['{}', COUNTED], changes: true }
  return next?.text === '.' && method?.text === 'append' ? { starts: ['{}', GROUPED], changes: true } : undefined
}

/** `total = total + …` adds, and a value that it is set back to is the one that it began with. */
function givenAnew(tokens: readonly Token[], name: string): Told | undefined {
  const value = tokens.slice(2)
  const [first, operator] = value
  const before = value.at(-2)?.text
  if (first?.text === name && /^[-+*|]$/.test(operator?.text ?? ''))
    return afterOperator(operator?.text ?? '', value.slice(2))
  if (value.at(-1)?.text === name && before === '+') return afterOperator('+', value.slice(0, -2))
  const text = value.map((each) => each.text).join('')
  if (text === 'True' || text === 'False') return { starts: [text === 'True' ? 'False' : 'True'], changes: true }
  if (EMPTY.has(text)) return { starts: [text === '""' ? "''" : text], changes: false }
  return value.some((each) => each.text === name) ? undefined : NOTHING_FITS
}

const EMPTY: ReadonlySet<string> = new Set(['0', "''", '""', '[]', '{}', 'set()'])

function afterOperator(operator: string, added: readonly Token[]): Told {
  if (operator === '*') return { starts: ['1'], changes: true }
  if (operator === '|') return { starts: ['0', 'set()'], changes: true }
  // A variable that only gets less began with more than nothing.
  return operator === '-' ? { starts: ['0'], changes: false } : { starts: emptyLike(added), changes: true }
}

/** The empty values that something may be added to, the likeliest first. */
export function emptyLike(added: readonly Token[]): readonly string[] {
  const [first] = added
  if (added.some(({ kind }, index) => kind === 'string' && isOutside(added, index)) || TEXTS.has(first?.text ?? ''))
    return ["''"]
  if (first?.text === '[' || LISTS.has(first?.text ?? '')) return ['[]']
  if (first?.kind === 'number' || NUMBERS.has(first?.text ?? '')) return ['0']
  // Only one of these can be added to: the run tells which.
  return ['0', "''", '[]']
}

const TEXTS: ReadonlySet<string> = new Set(['str', 'chr'])
const LISTS: ReadonlySet<string> = new Set(['list', 'sorted'])
const NUMBERS: ReadonlySet<string> = new Set(['int', 'float', 'len', 'abs', 'round', 'ord', 'sum'])

/** Whether a token stands outside of all brackets. */
export const isOutside = (tokens: readonly Token[], index: number): boolean =>
  tokens.slice(0, index).reduce((depth, { kind }) => depth + (kind === 'open' ? 1 : kind === 'close' ? -1 : 0), 0) === 0
