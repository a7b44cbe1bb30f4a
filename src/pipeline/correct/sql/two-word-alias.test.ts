import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { comma } from './comma.ts'
import { twoWordAlias } from './two-word-alias.ts'

const near = (word: string, column: number): Told => ({ message: `near "${word}": syntax error`, line: 1, column })

test('an alias of two words gets quotes where the second one names its column', () => {
  const code = 'SELECT dept, AVG(salary) AS average salary FROM staff GROUP BY dept;\n'
  expect(repaired(twoWordAlias, code, near('salary', 37))).toBe(
    'SELECT dept, AVG(salary) AS "average salary" FROM staff GROUP BY dept;\n',
  )
})

test('no comma is put into such an alias', () => {
  const code = 'SELECT name AS employee name FROM staff;\n'
  expect(repaired(comma, code, near('name', 25))).toBeUndefined()
})

test('another column behind an alias has lost its comma, and is left alone', () => {
  const code = 'SELECT AVG(salary) AS average dept FROM staff GROUP BY dept;\n'
  expect(repaired(twoWordAlias, code, near('dept', 31))).toBeUndefined()
})
