/** Comments and strings of a language, as far as needed to tell them from code. */
export interface Lexis {
  lineComment: string
  blockComment?: readonly [open: string, close: string]
  /** Whether the line comment begins only where a word may begin: not in `$#` or `${x#y}`. */
  isCommentWord?: boolean
  /** Longest first. */
  quotes: readonly string[]
  /** Quotes whose strings may span lines. */
  longQuotes: readonly string[]
  /** Quotes in whose strings a backslash escapes the next character. */
  escapes: readonly string[]
  hasRegex?: boolean
}

const BOTH = ['"', "'"]
const WITH_BACKTICK = [...BOTH, '`']
const TRIPLE = ['"""', "'''"]
const BLOCK = ['/*', '*/'] as const

const OF_PYTHON: Lexis = {
  lineComment: '#',
  quotes: [...TRIPLE, ...BOTH],
  longQuotes: TRIPLE,
  escapes: [...TRIPLE, ...BOTH],
}
const OF_NODE: Lexis = {
  lineComment: '//',
  blockComment: BLOCK,
  quotes: WITH_BACKTICK,
  longQuotes: ['`'],
  escapes: WITH_BACKTICK,
  hasRegex: true,
}
const OF_SQL: Lexis = { lineComment: '--', blockComment: BLOCK, quotes: WITH_BACKTICK, longQuotes: BOTH, escapes: [] }

/** By the id of the language. */
export const LEXIS = {
  python: OF_PYTHON,
  javascript: OF_NODE,
  typescript: OF_NODE,
  bash: { lineComment: '#', isCommentWord: true, quotes: BOTH, longQuotes: BOTH, escapes: ['"'] },
  sql: OF_SQL,
  postgres: OF_SQL,
  duckdb: OF_SQL,
  r: { lineComment: '#', quotes: WITH_BACKTICK, longQuotes: WITH_BACKTICK, escapes: WITH_BACKTICK },
} satisfies Record<string, Lexis>
