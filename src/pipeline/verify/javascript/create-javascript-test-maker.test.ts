import { afterAll, expect, it } from 'vitest'
import { createReading } from '../../reading/reading-jobs.ts'
import type { RunInSandbox, TestPlan } from '../test-maker.ts'
import { createJavaScriptTestMaker } from './create-javascript-test-maker.ts'

const reading = createReading()
const maker = createJavaScriptTestMaker(reading)
afterAll(() => reading.close())

const { signal } = new AbortController()
const noSandbox: RunInSandbox = () => expect.fail('nothing is to be run')
const planOf = (code: string): TestPlan => ({
  ...{ code, language: 'typescript', fileName: 'a.ts', options: {}, files: {} },
  deadline: performance.now() + 240_000,
})
/** Babel parses the inside of each parenthesis several times. */
const ENDLESS = '<T>('.repeat(40)

it('a program that holds the parser for ever is skipped, and the server goes on meanwhile', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 10)
  const tests = { name: 'a.test.ts', content: 'test("a", () => {})' }
  const { skipped } = await maker.make(planOf(ENDLESS), noSandbox, signal)
  const optimized = await maker.optimize({ ...planOf(ENDLESS), tests }, noSandbox, signal)
  clearInterval(counting)
  expect(skipped).toEqual([{ function: 'a.ts', reason: 'it exhausts the parser' }])
  expect(optimized).toMatchObject({ file: tests, skipped })
  expect(turns).toBeGreaterThan(20)
})

it('the report says that a program does not parse', async () => {
  expect(await maker.make(planOf('let a ='), noSandbox, signal)).toMatchObject({
    skipped: [{ function: 'a.ts', reason: 'it does not parse' }],
  })
})
