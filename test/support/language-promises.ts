import { afterAll, beforeAll, describe, it } from 'vitest'
import { languageChecks } from '../../src/language/checks.ts'
import { allSamples } from '../../src/language/samples/all-samples.ts'
import { languagesHere } from './languages-here.ts'
import { openProgramRunner } from './program-runner.ts'

/** The languages of most programs. */
const COMMON = ['python', 'javascript', 'bash']

export const commonLanguages = languagesHere.filter(({ id }) => COMMON.includes(id))
export const otherLanguages = languagesHere.filter(({ id }) => !COMMON.includes(id))

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
