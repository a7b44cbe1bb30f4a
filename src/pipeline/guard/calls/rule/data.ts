import { HOLE } from '../../../../language/calls/tokens.ts'
import { constantOf, FROM, shapeOf, type Value } from '../read/value.ts'
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
      if (isForeignWhole(args[0])) return 'medium'
      if (!statement || !STATEMENT.test(shapeOf(statement).slice(0, 2000))) {
        return (
          args.some(({ from, text }) => from & FROM.foreign && (text ?? '').includes(HOLE) && text !== HOLE) && 'medium'
        )
      }
      return statement.from & OUTSIDE ? true : 'medium'
    }),
  },
  {
    id: 'call/directory-injection',
    family: 'sql',
    severity: 'medium',
    title: 'Puts values into a question to a directory',
    why: 'Brackets and stars in the value change who is found.',
    remedy: 'Escape the value for filters and names, or use parameters.',
    cwe: [90],
    find: byKind(['directory'], ({ args }) =>
      args.some(
        (each) =>
          isForeignWhole(each) || (each.text?.includes(HOLE) && /\(\w+=|\b(?:uid|cn|ou|dc)=|ldap:/i.test(each.text)),
      ),
    ),
  },
  {
    id: 'call/constant-password',
    family: 'secrets',
    severity: 'medium',
    title: 'Hands over a password that stands in the program',
    why: 'Whoever can read the program has the password, and it stays in every copy.',
    remedy: 'Take the password from a secret or the environment.',
    cwe: [798, 259],
    find: byKind(['password'], ({ name, args, options }) => {
      const given = /onnect|PDO|mysqli|getConnection/.test(name) ? args.slice(2, 3) : [...args, ...options.values()]
      return given.some((each) => isSecret(each) && !/^(?:AES|DES|RSA|HmacSHA\d+|UTF-?8)$/i.test(each.text ?? ''))
    }),
  },
  {
    id: 'call/xml-entities',
    family: 'files',
    severity: 'medium',
    title: 'Reads XML with entities of outside',
    why: 'A document can name files and addresses, and the parser puts their content into it.',
    remedy: 'Switch document types and external entities off before reading.',
    cwe: [611, 776],
    find: byKind(['readXml'], (_, { source }) => !HARDENED.test(source)),
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

/** Settings that keep a parser of XML from files and addresses. */
const HARDENED =
  /disallow-doctype-decl"?\s*,\s*true|external-(?:general|parameter)-entities"?\s*,\s*false|FEATURE_SECURE_PROCESSING\s*,\s*true|ACCESS_EXTERNAL_(?:DTD|SCHEMA|STYLESHEET)|SUPPORT_DTD|SUPPORTING_EXTERNAL_ENTITIES|setExpandEntityReferences\(\s*false|set(?:Entity|XML)Resolver/

/** A value of others and nothing else. */
const isForeignWhole = (value: Value | undefined): boolean =>
  value !== undefined && (value.from & OUTSIDE) !== 0 && !value.items && (value.text ?? HOLE) === HOLE

const isSecret = (value: Value): boolean => (constantOf(value) ?? '').length >= 3 && value.number === undefined
