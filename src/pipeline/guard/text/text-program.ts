import type { View } from './view.ts'

/** A program as plain text, in any language. */
export interface TextProgram {
  source: string
  language: string
  /** The source with added strings joined: `'AB' + 'CD'` reads `'ABCD'`. */
  glued: View
  /** The source as a reader sees it: lower case, one space between words, nothing invisible. */
  folded: View
}
