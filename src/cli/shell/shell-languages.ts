import type { Syntax } from './scan-code.ts'

export interface ShellLanguage {
  /** The language that a run is asked for. */
  language: string
  /** The name that is typed behind a slash, and shown in the prompt. */
  name: string
  syntax: Syntax
}

const BOTH = ['"', "'"]
const ofNode: Syntax = {
  lineComment: '//',
  blockComment: ['/*', '*/'],
  quotes: [...BOTH, '`'],
  longQuotes: ['`'],
  escapes: [...BOTH, '`'],
  hasRegex: true,
}
const TRIPLE = ['"""', "'''"]
const QUOTES = [...TRIPLE, ...BOTH]

/** Languages with live interpreters. */
export const shellLanguages: readonly ShellLanguage[] = [
  {
    language: 'python',
    name: 'python',
    syntax: { lineComment: '#', quotes: QUOTES, longQuotes: TRIPLE, escapes: QUOTES },
  },
  {
    language: 'bash',
    name: 'bash',
    syntax: { lineComment: '#', quotes: BOTH, longQuotes: BOTH, escapes: ['"'] },
  },
  { language: 'javascript', name: 'js', syntax: ofNode },
  { language: 'typescript', name: 'ts', syntax: ofNode },
  {
    language: 'sql',
    name: 'sql',
    syntax: { lineComment: '--', blockComment: ['/*', '*/'], quotes: BOTH, longQuotes: BOTH, escapes: [] },
  },
  {
    language: 'r',
    name: 'r',
    syntax: { lineComment: '#', quotes: [...BOTH, '`'], longQuotes: [...BOTH, '`'], escapes: [...BOTH, '`'] },
  },
]

export function shellLanguage(text: string): ShellLanguage | undefined {
  const name = text.toLowerCase()
  return shellLanguages.find((each) => each.name === name || each.language === name)
}
