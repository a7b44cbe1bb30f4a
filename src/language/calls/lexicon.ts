/** Comments, strings and names of a language, as far as needed to find its calls and their constant arguments. */
export interface Lexicon {
  lineComments: readonly string[]
  blockComments: readonly (readonly [open: string, close: string])[]
  /** Comments from a line that begins with the first pattern to a line that begins with the second. */
  lineBlocks?: readonly [open: RegExp, close: RegExp]
  /** A line from which on nothing is code. */
  end?: RegExp
  strings: readonly StringForm[]
  /** Sticky. */
  name: RegExp
  /** Signs of more than one character, the longest first. */
  signs: readonly string[]
  /** Whether a slash may begin a regular expression. */
  hasRegex?: boolean
  /** Text around the code, such as the page around a program in PHP. */
  around?: readonly [open: RegExp, close: string]
}

/** One way to write a string. */
export interface StringForm {
  /** Sticky. A group holds the bracket, the tag or the hashes that the end repeats. */
  open: RegExp
  kind: 'text' | 'command' | 'words' | 'name' | 'regex'
  /** The end that belongs to the first group of `open`; brackets nest. */
  close(group: string): string
  /** `quote`: a backslash escapes only the quote and itself. */
  escapes: 'all' | 'quote' | 'none'
  holes?: 'hash' | 'dollar'
  /** A line may not end within it; a backslash continues it. */
  isOneLine?: boolean
  /** The text begins in the next line and ends at a line with the tag alone. */
  isHeredoc?: boolean
  /** Parts behind the first end, as in `s/a/b/`. */
  more?: number
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
export const closerOf = (open: string): string => CLOSERS[open] ?? open

type More = Partial<Omit<StringForm, 'open' | 'close'>>

/** A string between two equal quotes. */
export const quoted = (quote: string, more: More = {}): StringForm => ({
  ...{ open: new RegExp(quote.replace(/[`"']/g, '$&'), 'y'), kind: 'text', escapes: 'all' },
  close: () => quote,
  ...more,
})

/** A string with an opening of its own; the end depends on the group of the pattern. */
export const opened = (open: RegExp, more: More & { close?: (group: string) => string } = {}): StringForm => ({
  ...{ open, kind: 'text', escapes: 'all', close: closerOf },
  ...more,
})

export const NAME = /[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff]*/y
export const SLASHES = ['//'] as const
export const STARS = [['/*', '*/']] as const
export const CHARACTER = opened(/'(?=\\.[^']{0,9}'|[^'\\\n]')/y, { close: () => "'", isOneLine: true })
