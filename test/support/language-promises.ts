import { afterAll, beforeAll, describe, it } from 'vitest'
import { languageChecks } from '../../src/language/checks.ts'
import { allSamples } from '../../src/language/samples/all-samples.ts'
import { languagesHere } from './languages-here.ts'
import { openProgramRunner } from './program-runner.ts'

/** A compiler, or an engine that is started for each program: seconds where others take moments. */
const SLOW_TO_START = ['postgres', 'duckdb', 'c', 'cpp', 'java']

export const quickLanguages = languagesHere.filter(({ id }) => !SLOW_TO_START.includes(id))
export const slowLanguages = languagesHere.filter(({ id }) => SLOW_TO_START.includes(id))

/** Declares a test for each of these checks in each of these languages, in the real jail. */
export function languagePromises(tested: typeof languagesHere, checks = languageChecks): void {
  let runner: Awaited<ReturnType<typeof openProgramRunner>>
  beforeAll(async () => {
    runner = await openProgramRunner()
  })
  afterAll(() => runner.close())

  describe.concurrent.for(tested)('$id', (language) => {
    const { id } = language
    it.for(checks)('$id', async (check) => {
      const samples = allSamples[id]
      if (!samples) throw new Error(`no samples of ${id}`)
      await check.run({ language, samples, run: (program) => runner.run(id, program) })
    })
  })
}
