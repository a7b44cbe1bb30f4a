import { describe, expect, it } from 'vitest'
import { cellsIn, sessionsOfOneEngine } from './support/cells.ts'

const inSession = sessionsOfOneEngine()

describe('repair in a session knows', () => {
  it.each([
    ['the tables of SQL', 'sql', 'CREATE TABLE customers(name, city)', 'SELECT name FROM custmers'],
    ['the columns of SQL', 'sql', 'CREATE TABLE customers(name, city)', 'SELECT ctiy FROM customers'],
    ['the names of JavaScript', 'javascript', 'const customers = ["Ada"]', 'console.log(custmers.length)'],
    ['the functions of Bash', 'bash', 'greet_all() { echo hello; }', 'gret_all'],
    ['the variables of Bash', 'bash', 'customers=Ada', 'set -u\necho "$custmers"'],
    ['the files of Bash', 'bash', 'echo Ada > customers.txt', 'cat custmers.txt'],
    [
      'the files of JavaScript',
      'javascript',
      "require('node:fs').writeFileSync('customers.txt', 'Ada')",
      "console.log(require('node:fs').readFileSync('custmers.txt', 'utf8'))",
    ],
  ])('%s', (_, language, first, second) =>
    inSession(async ({ engine, id }) => {
      const cell = cellsIn(engine, id, { attempts: 3 })
      expect(await cell(first, language)).toMatchObject({ outcome: 'ok' })
      expect(await cell(second, language)).toMatchObject({ outcome: 'ok', strategy: expect.any(String) })
    }),
  )
})

it('a complaint of Bash in a session is read and told once', () =>
  inSession(async ({ cell }) => {
    const failed = await cell('x=1\nno_such_command here', 'bash')
    expect(failed.error).toMatchObject({ type: 'CommandNotFound', line: 2 })
    expect(failed.stderr.match(/no_such_command/g)).toHaveLength(1)
  }))
