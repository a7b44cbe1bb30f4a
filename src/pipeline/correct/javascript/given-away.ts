import { isPunctuation, isWord } from './grammar.ts'
import type { Source } from './read-source.ts'

/** Functions that only look at what they are given. */
const LOOK = [
  'log',
  'table',
  'dir',
  'info',
  'error',
  'stringify',
  'keys',
  'values',
  'entries',
  'inspect',
  'fromEntries',
]

/** Whether a name stands alone as an argument of a call that may change its value. */
export function isGivenAway({ tokens, parent }: Source, index: number): boolean {
  const open = parent[index] ?? -1
  const isAlone = isPunctuation(tokens[index - 1], '(', ',') && isPunctuation(tokens[index + 1], ')', ',')
  return isAlone && isPunctuation(tokens[open], '(') && !isWord(tokens[open - 1], ...LOOK)
}
