import { expect, test } from 'vitest'
import { scriptedModel } from '../src/model/ai-sdk/scripted-model.fixture.ts'
import { samples } from '../src/pipeline/verify/javascript/samples.fixture.ts'
import { openJavaScriptTests, planOf, testsForSamples } from './support/javascript-tests.ts'

const { signal } = new AbortController()
const tools = openJavaScriptTests()

// One of five programs; `verify-javascript.full.test.ts` has all, and runs their tests twenty times.
testsForSamples(
  samples.filter(({ fileName }) => fileName === 'numbers.mjs'),
  tools,
)

test('functions that vary, never end or need the outside world get no tests, and disturb none', async () => {
  const code = `const fs = require('node:fs')
exports.flip = () => (Math.random() < 0.5 ? 'heads' : 'tails')
exports.weekday = () => new Date().getDay()
exports.load = (path) => fs.readFileSync(path, 'utf8')
exports.spin = (n) => { while (true) n++ }
exports.twice = (n) => n * 2
process.exit(0)
`
  const { cases, skipped } = await tools.make(planOf({ fileName: 'main.js', code }))
  expect([...new Set(cases.map((each) => each.function))]).toEqual(['twice'])
  expect(cases.every(({ passed }) => passed)).toBe(true)
  expect(skipped).toEqual([
    { function: 'load', reason: 'works with files' },
    { function: 'flip', reason: 'what it does is different each time' },
    { function: 'weekday', reason: 'what it does is different each time' },
    { function: 'spin', reason: 'no call of it came to an end in time' },
  ])
})

const OWN = {
  'exit.test.mjs': `import test from 'node:test'
test('leaves', () => process.exit(0))
`,
  'node.test.mjs': `import assert from 'node:assert'
import test from 'node:test'
import program from './main.js'
test('adds', () => assert.equal(program.add(1, 2), 3))
test('is wrong', () => assert.equal(program.add(1, 2), 4))
`,
  'vitest.test.ts': `import { describe, expect, it } from 'vitest'
import { add } from './main.js'
describe('add', () => {
  it('joins texts', async () => {
    expect(add('a', 'b' as string)).toBe('ab')
    await expect(Promise.reject(new Error('no'))).rejects.toThrow('no')
  })
})
`,
  'jest.test.js': `const { add } = require('./main.js')
describe('add', () => {
  beforeEach(() => {})
  test.each([[1, 1, 2], [2, 3, 5]])('%d + %d', (one, other, sum) => expect(add(one, other)).toEqual(sum))
})
`,
}

test('own test files of Node, vitest and Jest are run as they are, and one that fails badly harms no other', async () => {
  const code = 'exports.add = (one, other) => one + other\n'
  const { cases, coverage, mutation } = await tools.make(
    planOf({ fileName: 'main.js', code }, { options: { files: OWN, generate: false } }),
  )
  expect(cases.map(({ name, kind, passed }) => [name, kind, passed])).toEqual([
    ['leaves', 'own', false],
    ['adds', 'own', true],
    ['is wrong', 'own', false],
    ['add > joins texts', 'own', true],
    ['add > 1 + 1 2', 'own', true],
    ['add > 2 + 3 5', 'own', true],
  ])
  expect(cases[0]?.detail).toBe('it did not come to an end, or ended the process')
  expect(cases[2]?.detail).toContain('3 == 4')
  expect(coverage?.lines).toEqual({ covered: 1, total: 1 })
  expect(mutation).toMatchObject({ killed: 1, total: 1 })
})

test('optimize keeps tests that reach or notice something, and drops redundant and flaky ones', async () => {
  const code = 'export const sign = (n) => (n < 0 ? -1 : n > 0 ? 1 : 0)\n'
  const content = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sign } from './main.mjs'

test('minus', () => assert.equal(sign(-3), -1))

test('minus again', () => assert.equal(sign(-4), -1))

test('plus', () => assert.equal(sign(1), 1))

test('zero', () => assert.equal(sign(0), 0))

test('chance', () => assert.ok(Math.random() < 0.4))
`
  const plan = { ...planOf({ fileName: 'main.mjs', code }), tests: { name: 'main.test.mjs', content } }
  const { file, dropped, mutation } = await tools.maker.optimize(plan, tools.runner().runInSandbox, signal)
  expect(dropped).toEqual([
    { name: 'minus again', reason: 'redundant' },
    { name: 'chance', reason: expect.stringMatching(/flaky|failing/) },
  ])
  expect(file.content.match(/test\('\w+/g)).toEqual(["test('minus", "test('plus", "test('zero"])
  expect(mutation?.killed).toBe(mutation?.total)
})

test('cases of a model are run: right and useful ones stay, and wrong ones are reported with both values', async () => {
  const code = `export function discount(code) {
  if (code.length === 9 && code.startsWith('VIP') && Number(code.slice(3)) % 97 === 0) return 50
  return 0
}
`
  const proposed = [
    { function: 'discount', arguments: ['VIP000970'], expected: 50 },
    { function: 'discount', arguments: ['abc'], expected: 0 },
    { function: 'discount', arguments: ['VIP'], expected: 10 },
    { function: 'nothing', arguments: [], expected: 1 },
  ]
  await using scripted = await scriptedModel([{ says: { cases: proposed } }])
  const { cases, dropped } = await tools.make(planOf({ fileName: 'main.mjs', code }, { model: scripted.model }))
  expect(cases.filter(({ from }) => from === 'model').map(({ name }) => name)).toEqual(["discount('VIP000970') is 50"])
  expect(dropped).toContainEqual({ name: "discount > discount('abc') is 0", reason: 'redundant' })
  expect(dropped).toContainEqual({ name: "discount('VIP') is 0, not 10 as the model expected", reason: 'failing' })
})
