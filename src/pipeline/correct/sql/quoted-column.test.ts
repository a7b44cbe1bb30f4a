import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { quotedColumn } from './quoted-column.ts'
import { quotedText } from './quoted-text.ts'

const SCHEMA = 'CREATE TABLE users (id INTEGER, "full name" TEXT);\n'
const told = (name: string): Told => ({ type: 'SqlError', message: `no such column: ${name}`, line: 2, column: 8 })

const REPAIRED: [what: string, broken: string, repaired: string, told: Told][] = [
  [
    'double quotes, in every place',
    `${SCHEMA}SELECT "users.id" FROM users WHERE "users.id" > 1;\n`,
    `${SCHEMA}SELECT "users"."id" FROM users WHERE "users"."id" > 1;\n`,
    told('users.id'),
  ],
  [
    'backticks and an alias',
    `${SCHEMA}SELECT \`u.full name\` FROM users AS u;\n`,
    `${SCHEMA}SELECT \`u\`.\`full name\` FROM users AS u;\n`,
    told('u.full name'),
  ],
]

test.each(REPAIRED)('the strategy quotes a table and its column each on its own: %s', (_, broken, mended, given) => {
  expect(repaired(quotedColumn, broken, given)).toBe(mended)
})

test('the strategy leaves a text with a point alone, which is one', () => {
  const code = `${SCHEMA}SELECT id FROM users WHERE "full name" = "mail.com";\n`
  expect(repaired(quotedColumn, code, told('"mail.com"'))).toBeUndefined()
})

test('a column with its table is never made a text', () => {
  const code = `${SCHEMA}SELECT COUNT("users.id") FROM users;\n`
  expect(repaired(quotedText, code, told('"users.id"'))).toBeUndefined()
})
