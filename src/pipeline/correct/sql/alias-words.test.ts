import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { aliasWords } from './alias-words.ts'

const TOLD: Told = { type: 'SyntaxError', message: 'near "name": syntax error', line: 1, column: 50 }

test('the strategy quotes a name of several words', () => {
  expect(repaired(aliasWords, "SELECT a AS 'the name' FROM t GROUP BY the name ORDER BY 1;\n", TOLD)).toBe(
    `SELECT a AS 'the name' FROM t GROUP BY "the name" ORDER BY 1;\n`,
  )
})

test.each([
  "SELECT a AS 'the name' FROM t GROUP BY the nam;\n",
  "SELECT a AS 'name' FROM t GROUP BY name;\n",
  'SELECT a FROM t GROUP BY the name;\n',
])('the strategy leaves %s alone', (code) => {
  expect(repaired(aliasWords, code, TOLD)).toBeUndefined()
})
