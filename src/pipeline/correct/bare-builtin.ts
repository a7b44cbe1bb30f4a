import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { newAmong } from './new-among.ts'
import { withoutComments } from './without-comments.ts'

/** `max + 1`: a function of the language in the place of a value, where another name was meant. */
export function bareBuiltin({ before, after, language }: Change): string | undefined {
  const pattern = BARE[language]
  if (!pattern) return undefined
  const changed = changedPart(withoutComments(before, language), withoutComments(after, language))
  const [made] = newAmong(namesIn(changed.after, pattern), namesIn(changed.before, pattern))
  if (made === undefined || isOwn(after, made)) return undefined
  return `it takes \`${made}\`, which is a function of the language, for a value`
}

const FUNCTIONS = `abs all any ascii bin breakpoint callable chr compile delattr dir divmod enumerate filter format getattr
  globals hasattr hash help hex id input isinstance issubclass iter len locals map max memoryview min next oct open ord pow
  print range repr reversed round setattr slice sorted staticmethod sum super vars zip`
const TYPES = 'bool bytearray bytes complex dict float frozenset int list object set str tuple type'
const GLOBALS = `Array Boolean Date Error JSON Map Math Number Object Promise RegExp Set String Symbol parseInt parseFloat
  BigInt Buffer Function Intl Proxy Reflect WeakMap WeakSet console crypto eval exports fetch global globalThis isFinite isNaN
  module navigator performance process require structuredClone setTimeout setInterval setImmediate queueMicrotask`

const anyOf = (names: string): string => `(?:${names.trim().split(/\s+/).join('|')})`
const OPERATOR = String.raw`\+|-(?!>)|\*|\/|%|<|>|==|!=|&&|\|\||\band\b|\bor\b|\bin\b`
/** The operand of an operator, on either side, or all that is returned. */
const operand = (names: string): string =>
  [
    String.raw`(?<![.\w"'])(${anyOf(names)})(?=\s*(?:${OPERATOR}|[-+*/%]=))`,
    String.raw`(?<=(?:[+*/%<]|(?<!-)>|-|==|!=|\band|\bor|\bin|\breturn)\s*)(?<![.\w"'])(${anyOf(names)})\b(?!\s*[(.\[=\w"'])`,
  ].join('|')

const PYTHON = new RegExp(
  [
    operand(`${FUNCTIONS} ${TYPES}`),
    // An item or a member of a function; types have both.
    String.raw`(?<![.\w"'])(${anyOf(FUNCTIONS)})(?=\s*[\[.])`,
    // An index, or the first of a list.
    String.raw`(?<=\[\s*)(${anyOf(FUNCTIONS)})(?=\s*[,\]])`,
  ].join('|'),
  'g',
)
const SCRIPT = new RegExp(
  [
    // A type in angle brackets, as in `new Map<string, number>()`, is no comparison.
    operand(GLOBALS).replaceAll('|<|', '|<(?!\\w[^;\\n]*>\\s*\\()|'),
    String.raw`(?<=\bof\s+)(${anyOf(GLOBALS)})(?=\s*\))`,
  ].join('|'),
  'g',
)

const BARE: Readonly<Record<string, RegExp | undefined>> = { python: PYTHON, javascript: SCRIPT, typescript: SCRIPT }

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '')

/** The program may use the name for a value of its own. */
const isOwn = (code: string, name: string): boolean =>
  new RegExp(
    String.raw`(?:^|[\s,(])${name}\s*(?:,\s*\w+\s*)*=[^=]|\bfor\s[^\n]*\b${name}\b[^\n]*\bin\b|\b(?:def|function)\s[^\n]*[(,]\s*\*{0,2}${name}\s*[,:=)]|\b(?:as|let|const|var)\s+${name}\b`,
  ).test(code)
