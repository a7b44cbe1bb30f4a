import { expect, it } from 'vitest'
import { foundCases } from './found-cases.ts'
import { readProgram } from './read-program.ts'
import { writeCases } from './write-cases.ts'
import { writeTestFile } from './write-test-file.ts'

/** The test file for observations of a program's first function. */
function fileFor(code: string, seen: { args: string[]; outcome: object }[], fileName = 'main.mjs') {
  const program = readProgram(code, fileName)
  if (!program) throw new Error('it does not parse')
  const cases = seen.map(({ args, outcome }) => ({ target: 0, scene: { args }, outcomes: [outcome] }))
  const found = foundCases.parse({ cases, flaky: [], properties: [] })
  return writeTestFile(program, writeCases({ program, found, kinds: ['unit', 'edge'], asked: [] }).cases)
}

const returned = (text: string, more = {}) => ({ kind: 'returned', how: 'plain', isDeep: false, text, ...more })

it('a test file reads as if a person had written it', () => {
  const threw = {
    kind: 'threw',
    how: 'plain',
    isError: true,
    name: 'RangeError',
    message: "it's too low",
    isNative: false,
  }
  const file = fileFor('export const half = (n) => n / 2\n', [
    { args: ['4'], outcome: returned('2') },
    { args: ['-1'], outcome: threw },
  ])
  expect(file.name).toBe('main.test.mjs')
  expect(
    file.content,
  ).toBe(`// Tests of main.mjs: they expect what it did when they were made. Run them with \`node --test\`.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { half } from './main.mjs'

describe('half', () => {
  test('half(4) is 2', () => {
    assert.equal(half(4), 2)
  })

  test('half(-1) throws RangeError', () => {
    assert.throws(() => half(-1), { name: 'RangeError', message: 'it\\'s too low' })
  })
})
`)
})

it.each([
  ['a promise', returned('1', { how: 'promise' }), 'assert.equal(await f(1), 1)'],
  ['a generator', returned('[1]', { how: 'iterator', isDeep: true }), 'assert.deepEqual([...f(1)], [1])'],
  ['an endless one', returned('[1]', { how: 'iterator', isDeep: true, taken: 20 }), 'f(1).take(20).toArray()'],
  ['what is printed', returned('undefined', { printed: ["it's"] }), "await printed(() => f(1)), ['it\\'s']"],
  ['a changed argument', returned('undefined', { after: ['[1, 2]'] }), 'assert.deepEqual(list, [1, 2])'],
  ['a function', { ...returned(''), text: undefined, opaque: 'function' }, "assert.equal(typeof f(1), 'function')"],
])('%s is asserted by its own value', (_, outcome, line) => {
  expect(fileFor('export function f(list) {}', [{ args: ['1'], outcome }]).content).toContain(line)
})

it('a name that a program does not export is exported while it is loaded', () => {
  const seen = [{ args: [], outcome: returned('1') }]
  expect(fileFor('function f() {}', seen, 'main.js').content).toContain('Object.assign(module.exports, { f })')
  expect(fileFor('import x from "y"\nfunction f() {}', seen, 'main.ts').content).toContain("'module-typescript'")
  expect(fileFor('exports.f = () => {}', seen, 'main.js').content).toContain('const { f } = program')
})

it('a function with the name of a part of the test file is left out', () => {
  expect(readProgram('function test() {}', 'main.js')?.skipped).toEqual([
    { function: 'test', reason: '`test` is a name that the test file needs itself' },
  ])
})
