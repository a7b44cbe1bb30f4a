import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { cleanText } from './clean-text.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['a fence', '```sql\nSELECT 1;\n```\n', 'SELECT 1;\n'],
  ['a sentence before', 'Here is the query you need:\n\nSELECT 1;\n', '-- Here is the query you need:\n\nSELECT 1;\n'],
  [
    'a sentence behind',
    'SELECT 1;\n\nThis query gives one row back.\n',
    'SELECT 1;\n\n-- This query gives one row back.\n',
  ],
  ['typographic quotes', 'SELECT ‘a’, “b”;\n', "SELECT 'a', 'b';\n"],
  ['an invisible space', 'SELECT\u00a01;\n', 'SELECT 1;\n'],
  ['comments of other languages', '// one\nSELECT 1; # two\n', '-- one\nSELECT 1; -- two\n'],
  [
    'an output that was copied behind a query',
    'SELECT a FROM b\nDatabase Output:\n+---+\n| a |\n+---+\nReward: 1.0',
    'SELECT a FROM b;\n',
    { line: 2, column: 1 },
  ],
  ['the mark at the end of an answer', 'SELECT a FROM b <|;', 'SELECT a FROM b;\n', { line: 1, column: 18 }],
  ['labels of an agent', 'Action: execute\nAction Input: SELECT 1;\n', 'SELECT 1;\n'],
  ['numbers of a list', '1. SELECT 1;\n2. SELECT 2;\n', 'SELECT 1;\nSELECT 2;\n'],
  ['ends of a batch', 'SELECT 1\nGO\nSELECT 2;\nGO\n', 'SELECT 1\n;\nSELECT 2;\n\n'],
  ['a short line behind a fence', '```sql\nSELECT 1;\n```\nIt works.\n', 'SELECT 1;\n-- It works.\n'],
  ['prompts', 'sqlite> SELECT 1;\n', 'SELECT 1;\n'],
]

test.each(REPAIRED)('text that is no code is removed: %s', (_, broken, mended, told) => {
  expect(repaired(cleanText, broken, told)).toBe(mended)
})

const COLUMNS = 'CREATE TABLE band (\n  "Name" text,\n  "Age" int DEFAULT NULL,\n  "City" text\n);\n'

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'columns that the database has read',
    `${COLUMNS}SELECT * FROM bands;\n`,
    { type: 'SqlError', message: 'no such table: bands', line: 6, column: 15 },
  ],
  [
    'columns of the statement that fails',
    `${COLUMNS.replace('text,', 'text')}SELECT * FROM band;\n`,
    { type: 'SyntaxError', message: 'near "Age": syntax error', line: 3, column: 3 },
  ],
  [
    'signs of a table in a condition',
    'SELECT a FROM b WHERE c = d | | e;\n',
    { type: 'SyntaxError', message: 'near "|": syntax error', line: 1, column: 31 },
  ],
  ['a program in order', "-- It's fine.\nSELECT 'It''s // fine # too';\n"],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(cleanText, code, told)).toBeUndefined()
})
