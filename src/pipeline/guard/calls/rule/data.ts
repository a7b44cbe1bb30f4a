import { HOLE } from '../../../../language/calls/tokens.ts'
import { FROM, shapeOf } from '../read/value.ts'
import { byKind, type CallRule } from './call-rule.ts'

const OUTSIDE = FROM.foreign | FROM.network
const STATEMENT =
  /\b(?:select\b[\s\S]{1,400}\bfrom|insert\s+into|update\b[\s\S]{1,200}\bset|delete\s+from|drop\s+table|where\b|order\s+by)\b/i

export const dataRules: CallRule[] = [
  {
    id: 'call/sql-injection',
    family: 'sql',
    severity: 'high',
    title: 'Puts values into the text of a statement',
    why: 'A quote in the value ends the string, and the rest of it is run by the database.',
    remedy: 'Use parameters: the statement with marks, and the values beside it.',
    cwe: [89],
    find: byKind(['query'], ({ args }) => {
      const statement = args.find(({ text }) => text?.includes(HOLE) && text.length > 1)
      if (!statement || !STATEMENT.test(shapeOf(statement).slice(0, 2000))) {
        return (
          args.some(({ from, text }) => from & FROM.foreign && (text ?? '').includes(HOLE) && text !== HOLE) && 'medium'
        )
      }
      return statement.from & OUTSIDE ? true : 'medium'
    }),
  },
  {
    id: 'call/weak-hash',
    family: 'cryptography',
    severity: 'low',
    title: 'Uses a hash or cipher that is broken',
    why: 'Texts with the same hash can be made; the cipher can be undone.',
    remedy: 'Take SHA-256 for data, argon2 or bcrypt for passwords, AES-GCM for secrets.',
    cwe: [327, 328],
    find: byKind(['weakHash', 'weakCipher'], (_, __, kind) => (kind === 'weakCipher' ? 'medium' : true)),
  },
]
