import type { View } from './view.ts'

/** A program as text: what it says, whatever its language. */
export interface TextProgram {
  source: string
  language: string
  /** With strings that are added to each other made one: `'AB' + 'CD'` reads `'ABCD'`. */
  glued: View
  /** As a reader takes it in: small letters, one space between words, nothing invisible. */
  folded: View
}
