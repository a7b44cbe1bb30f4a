import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

/** Cyrillic and Greek letters that look Latin, right beside Latin ones. */
const MIXED = /(?<=[A-Za-z_])[аеорсухіѕԁһӏοαινρ]|[аеорсухіѕԁһӏοαινρ](?=[A-Za-z_])/g

export const lookalikeName: GuardRule<TextProgram> = {
  id: 'text/lookalike-name',
  family: 'obfuscation',
  severity: 'medium',
  title: 'A word mixes letters of two scripts that look alike',
  why: 'Two names that look the same are different ones: a reviewer reads one function and another one is called.',
  remedy: 'Write names in the letters of one script.',
  cwe: [1007],
  *find({ source }) {
    for (const { index, 0: letter } of source.matchAll(MIXED)) yield { start: index, end: index + letter.length }
  },
}
