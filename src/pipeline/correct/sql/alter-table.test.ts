import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { alterTable } from './alter-table.ts'

const TOLD: Told = { type: 'SyntaxError', message: 'near ",": syntax error', line: 1, column: 22 }

test.each([
  ['ALTER TABLE t ADD a INT, ADD b TEXT;\n', 'ALTER TABLE t ADD a INT; ALTER TABLE t ADD b TEXT;\n'],
  [
    'ALTER TABLE t ADD COLUMN a DECIMAL(4, 2), b TEXT;\n',
    'ALTER TABLE t ADD COLUMN a DECIMAL(4, 2); ALTER TABLE t ADD COLUMN b TEXT;\n',
  ],
])('the strategy makes several statements of %s', (broken, mended) => {
  expect(repaired(alterTable, broken, TOLD)).toBe(mended)
})

test.each(['ALTER TABLE t ADD a INT;\n', 'CREATE TABLE t (a INT, b TEXT);\n', 'SELECT a, b FROM t;\n'])(
  'the strategy leaves %s alone',
  (code) => {
    expect(repaired(alterTable, code, TOLD)).toBeUndefined()
  },
)
