import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestReport } from '../../src/contract/test-report.ts'
import { createReading } from '../../src/pipeline/reading/reading-jobs.ts'
import { createJavaScriptTestMaker } from '../../src/pipeline/verify/javascript/create-javascript-test-maker.ts'
import type { Sample } from '../../src/pipeline/verify/javascript/samples.fixture.ts'
import type { TestPlan } from '../../src/pipeline/verify/test-maker.ts'
import { openSandboxRunner } from './sandbox-runner.ts'

const { signal } = new AbortController()

export const planOf = (
  { code, fileName }: Pick<Sample, 'code' | 'fileName'>,
  over: Partial<TestPlan> = {},
): TestPlan => ({
  ...{ code, fileName, language: fileName.endsWith('.ts') ? 'typescript' : 'javascript' },
  // The limit ends only hanging tests, also on a busy host.
  ...{ options: {}, files: {}, deadline: performance.now() + 240_000 },
  ...over,
})

/** The maker of tests for JavaScript, in real sandboxes, for the tests of one file. */
export function openJavaScriptTests() {
  let runner: Awaited<ReturnType<typeof openSandboxRunner>>
  beforeAll(async () => {
    runner = await openSandboxRunner()
  })
  const reading = createReading()
  const maker = createJavaScriptTestMaker(reading)
  afterAll(() => Promise.all([runner.close(), reading.close()]))

  const make = (plan: TestPlan) => maker.make(plan, runner.runInSandbox, signal)
  const made = new Map<string, TestReport>()
  const madeFor = async (sample: Sample) => {
    const report = made.get(sample.fileName) ?? (await make(planOf(sample)))
    made.set(sample.fileName, report)
    return report
  }
  return { maker, make, made, madeFor, runner: () => runner }
}

/** Declares tests for the tests that are made for these programs. */
export function testsForSamples(chosen: Sample[], { make, madeFor }: ReturnType<typeof openJavaScriptTests>): void {
  describe.each(chosen)('tests for $fileName', (sample) => {
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
}

const shareOf = (share: { covered: number; total: number } | undefined) => (share ? share.covered / share.total : 0)
