import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestReport } from '../src/contract/test-report.ts'
import { scriptedModel } from '../src/model/ai-sdk/scripted-model.fixture.ts'
import { createReading } from '../src/pipeline/reading/reading-jobs.ts'
import { createJavaScriptTestMaker } from '../src/pipeline/verify/javascript/create-javascript-test-maker.ts'
import { type Sample, samples } from '../src/pipeline/verify/javascript/samples.fixture.ts'
import type { TestPlan } from '../src/pipeline/verify/test-maker.ts'
import { openBoxRunner } from './support/box-runner.ts'

const { signal } = new AbortController()
let runner: Awaited<ReturnType<typeof openBoxRunner>>
beforeAll(async () => {
  runner = await openBoxRunner()
})
const reading = createReading()
const maker = createJavaScriptTestMaker(reading)
afterAll(() => Promise.all([runner.close(), reading.close()]))

const planOf = ({ code, fileName }: Pick<Sample, 'code' | 'fileName'>, over: Partial<TestPlan> = {}): TestPlan => ({
  ...{ code, fileName, language: fileName.endsWith('.ts') ? 'typescript' : 'javascript' },
  ...{ options: {}, files: {}, deadline: performance.now() + 240_000 },
  ...over,
})
const make = (plan: TestPlan) => maker.make(plan, runner.runInBox, signal)

const made = new Map<string, TestReport>()
const madeFor = async (sample: Sample) => {
  const report = made.get(sample.fileName) ?? (await make(planOf(sample)))
  made.set(sample.fileName, report)
  return report
}

describe.each(samples)('tests for $fileName', (sample) => {
  const functions = Object.keys(sample.breaks)

  test('pass, cover the lines and notice most of the small faults', async () => {
    const { cases, coverage, mutation, skipped } = await madeFor(sample)
    expect(cases.filter(({ passed }) => !passed)).toEqual([])
    expect(skipped).toEqual([])
    expect([...new Set(cases.map((each) => each.function))]).toEqual(expect.arrayContaining(functions))
    expect(shareOf(coverage?.lines)).toBeGreaterThanOrEqual(0.8)
    expect(shareOf(mutation && { covered: mutation.killed, total: mutation.total })).toBeGreaterThanOrEqual(0.6)
  })

  test.each(functions)('fail when %s is broken', async (name) => {
    const [find = '', replace = ''] = sample.breaks[name] ?? []
    const broken = { ...sample, code: sample.code.replace(find, replace) }
    expect(broken.code).not.toBe(sample.code)
    const { file } = await madeFor(sample)
    const files = { [file.name]: file.content }
    const { cases } = await make(planOf(broken, { options: { generate: false, mutation: false, files } }))
    expect(cases.filter((each) => !each.passed && each.name.startsWith(`${name} > `))).not.toEqual([])
  })
})

const shareOf = (share: { covered: number; total: number } | undefined) => (share ? share.covered / share.total : 0)

test('the files pass twenty times in a row with nothing but Node', async () => {
  const files: Record<string, string> = {}
  for (const sample of samples) {
    const { file } = await madeFor(sample)
    Object.assign(files, { [sample.fileName]: sample.code, [file.name]: file.content })
  }
  const code = `const { spawnSync } = require('node:child_process')
    const command = ['--test', '--test-isolation=none', '--test-reporter=tap']
    for (let round = 0; round < 20; round++) {
      const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' })
      console.log(status, /^# tests (\\d+)$/m.exec(stdout)[1])
      if (status !== 0) console.log(stdout)
    }`
  const { stdout } = await runner.runInBox({ code, language: 'javascript', files, timeoutMs: 100_000 }, signal)
  const cases = [...made.values()].reduce((sum, report) => sum + report.cases.length, 0)
  expect(stdout.trim().split('\n')).toEqual(Array(20).fill(`0 ${cases}`))
})

test('functions that vary, never end or need the outside world get no tests, and disturb none', async () => {
  const code = `const fs = require('node:fs')
exports.flip = () => (Math.random() < 0.5 ? 'heads' : 'tails')
exports.weekday = () => new Date().getDay()
exports.load = (path) => fs.readFileSync(path, 'utf8')
exports.spin = (n) => { while (true) n++ }
exports.twice = (n) => n * 2
process.exit(0)
`
  const { cases, skipped } = await make(planOf({ fileName: 'main.js', code }))
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
  const { cases, coverage, mutation } = await make(
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
  const { file, dropped, mutation } = await maker.optimize(plan, runner.runInBox, signal)
  expect(dropped).toEqual([
    { name: 'minus again', reason: 'redundant' },
    { name: 'chance', reason: expect.stringMatching(/flaky|failing/) },
  ])
  expect(file.content.match(/test\('\w+/g)).toEqual(["test('minus", "test('plus", "test('zero"])
  expect(mutation?.killed).toBe(mutation?.total)
})

test('cases of a model are run: right and useful ones stay, and wrong ones are told with both values', async () => {
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
  const { cases, dropped } = await make(planOf({ fileName: 'main.mjs', code }, { model: scripted.model }))
  expect(cases.filter(({ from }) => from === 'model').map(({ name }) => name)).toEqual(["discount('VIP000970') is 50"])
  expect(dropped).toContainEqual({ name: "discount > discount('abc') is 0", reason: 'redundant' })
  expect(dropped).toContainEqual({ name: "discount('VIP') is 0, not 10 as the model expected", reason: 'failing' })
})
