import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { programError } from '../../contract/diagnosis.ts'
import { languages } from '../languages.ts'

/** Pieces of interpreters' reports, so that random text comes near to real reports. */
const pieces = fc.constantFrom(
  'Traceback (most recent call last):\n',
  '  + Exception Group Traceback (most recent call last):\n',
  '  | ',
  '  File "/workspace/main.py", line 1, in <module>\n',
  '  File "<string>", line 7\n',
  '    x = 1\n      ~~^~~\n',
  "NameError: name 'x' is not defined\n",
  'During handling of the above exception, another exception occurred:\n',
  'Fatal Python error: Segmentation fault\n',
  '/workspace/main.js:1\nx = 1\n^\n\n',
  'ReferenceError: x is not defined\n',
  '    at f (/workspace/main.js:1:1)\n',
  'Node.js v24.0.0\n',
  'main.sh: line 1: x: command not found\n',
  'main.sql:1:1: SqlError: no such table: x\n',
  'main.c:1:1: error: expected ‘;’\n',
  'error[E0425]: cannot find value `x`\n --> main.rs:1:1\n',
  "main.rb:1:in `x': bad (E)\n",
)
const text = fc.oneof(fc.string({ unit: 'binary' }), pieces)
const stderr = fc.array(text, { maxLength: 30 }).map((all) => all.join(''))
const readers = languages.flatMap(({ id, errorOf, compile }) => [
  { id, errorOf },
  ...(compile ? [{ id: `${id} compiler`, errorOf: compile.errorOf }] : []),
])

describe('for any output of a program', () => {
  it.each(readers)('the reader of $id gives an error of the promised form, or none', ({ errorOf }) => {
    fc.assert(
      fc.property(stderr, fc.oneof(text, fc.constant('x = 1')), fc.option(fc.nat(255)), (printed, code, exitCode) => {
        const error = errorOf({ stderr: printed, code, exitCode })
        if (error) programError.parse(error)
      }),
    )
  })

  const long = [
    ' '.repeat(65_000),
    '\n'.repeat(65_000),
    "'".repeat(65_000),
    '  File "'.repeat(8000),
    `${'a'.repeat(65_000)}: b`,
    'Traceback (most recent call last):\n'.repeat(1800),
    '    at f (a:1:1)\n'.repeat(3800),
    'main.sh: line 1: x: command not found\n'.repeat(1700),
    '^'.repeat(65_000),
    `Error in ${' '.repeat(60_000)}x`,
    `thread 'main' panicked at '${"', main.rs:".repeat(6000)}`,
    `Fatal error: ${' in /workspace/main.php'.repeat(2500)}`,
  ]
  it.each(readers)('the reader of $id takes no longer for long lines than their length asks for', ({ errorOf }) => {
    // A reader of quadratic time takes minutes for these together; the time limit of a test is 30 s.
    for (const printed of long) errorOf({ stderr: printed, code: 'x = 1\n'.repeat(20_000), exitCode: 1 })
    const large = ['x = 1\n'.repeat(500_000), 'x'.repeat(3_000_000)]
    for (const code of large) errorOf({ stderr: 'main.sh: line 1: x: y\nx: y\n'.repeat(100), code, exitCode: 1 })
    expect(long.length).toBe(12)
  })
})
