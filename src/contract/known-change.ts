/** A change as the tokens that went and those that came. Names that stand on both sides are holes, `$1`, `$2` …, for names of another program. */
export interface KnownChange {
  before: string[]
  after: string[]
}

/** The name under which changes from memory are told. */
export const KNOWN_REPAIR = 'memory/known-repair'

/** A change that repaired a failure before, and its record. */
export interface RememberedRepair extends KnownChange {
  id: string
  /** The run that taught it. */
  runId: string
  won: number
  lost: number
}

/** Larger changes are other programs. */
export const MOST_CHANGE_TOKENS = 40

const TOKEN =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[ \t]*\n[ \t]*|[ \t]+|[^\s\w]/g
const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/
const HOLE = /^\$\d+$/

/** The words, signs and blanks of a program, each with its place. */
export const placedTokens = (code: string): { text: string; start: number }[] =>
  [...code.matchAll(TOKEN)].map(({ 0: text, index: start }) => ({ text, start }))

/** Whether a token may be the name of something of the program's own. */
export const isOwnName = (token: string | undefined): boolean =>
  token !== undefined && NAME.test(token) && !KEYWORDS.has(token)

export const isHole = (token: string): boolean => HOLE.test(token)

const KEYWORDS = new Set(
  (
    'and as assert async await break case catch class const continue def del do elif else except export extends False finally ' +
    'for from function global if import in instanceof is lambda let new None nonlocal not null of or pass raise return self ' +
    'static super switch this throw True true false try typeof undefined var void while with yield then fi done echo local'
  ).split(' '),
)
