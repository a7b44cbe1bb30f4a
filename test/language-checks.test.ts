import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageChecks } from '../src/language/checks.ts'
import { languages } from '../src/language/languages.ts'
import { allSamples } from '../src/language/samples/all-samples.ts'
import { openProgramRunner } from './support/program-runner.ts'

/** Too large to install for a test: its programs run where the host has it. */
const ONLY_WHERE_FOUND = ['go']
const checked = languages.filter(
  ({ id, requires }) => requires === null || !ONLY_WHERE_FOUND.includes(id) || existsSync(requires),
)

let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

it('every language has samples', () => {
  expect(Object.keys(allSamples).sort()).toEqual(languages.map(({ id }) => id).sort())
})

describe.concurrent.for(checked)('$id', (language) => {
  const { id } = language
  it.for(languageChecks)('$id', async (check) => {
    const samples = allSamples[id]
    if (!samples) throw new Error(`no samples of ${id}`)
    await check.run({ language, samples, run: (program) => runner.run(id, program) })
  })
})
