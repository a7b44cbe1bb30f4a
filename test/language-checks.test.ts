import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageChecks } from '../src/language/checks.ts'
import { languages } from '../src/language/languages.ts'
import { allSamples } from '../src/language/samples/all-samples.ts'
import { languagesHere } from './support/languages-here.ts'
import { openProgramRunner } from './support/program-runner.ts'

let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

it('every language has samples', () => {
  expect(Object.keys(allSamples).sort()).toEqual(languages.map(({ id }) => id).sort())
})

describe.concurrent.for(languagesHere)('$id', (language) => {
  const { id } = language
  it.for(languageChecks)('$id', async (check) => {
    const samples = allSamples[id]
    if (!samples) throw new Error(`no samples of ${id}`)
    await check.run({ language, samples, run: (program) => runner.run(id, program) })
  })
})
