import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

/** Embeddings, overrides and isolates; the marks U+200E and U+200F reverse nothing, and languages need them. */
const TURNS = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/g

export const turnedText: GuardRule<TextProgram> = {
  id: 'text/turned-text',
  family: 'obfuscation',
  severity: 'high',
  title: 'A character turns the direction of the text around',
  why: 'The program that runs is another one than the program that people see: comments can hide code, and code can look like a comment.',
  remedy: 'Remove the character; write it as an escape such as \\u202e where the program needs it.',
  cwe: [1007],
  *find({ source }) {
    for (const { index, 0: turn } of source.matchAll(TURNS)) {
      const code = turn.charCodeAt(0).toString(16).toUpperCase()
      yield { start: index, end: index + 1, message: `U+${code} turns the direction of the text around` }
    }
  },
}
