import { expect, test } from 'vitest'
import { samples } from '../src/pipeline/verify/javascript/samples.fixture.ts'
import { openJavaScriptTests, testsForSamples } from './support/javascript-tests.ts'

const { signal } = new AbortController()
const tools = openJavaScriptTests()

testsForSamples(samples, tools)

test('the files pass twenty times in a row with nothing but Node', async () => {
  const files: Record<string, string> = {}
  for (const sample of samples) {
    const { file } = await tools.madeFor(sample)
    Object.assign(files, { [sample.fileName]: sample.code, [file.name]: file.content })
  }
  const code = `const { spawnSync } = require('node:child_process')
    const command = ['--test', '--test-isolation=none', '--test-reporter=tap']
    for (let round = 0; round < 20; round++) {
      const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' })
      console.log(status, /^# tests (\\d+)$/m.exec(stdout)[1])
      if (status !== 0) console.log(stdout)
    }`
  const { stdout } = await tools
    .runner()
    .runInSandbox({ code, language: 'javascript', files, timeoutMs: 100_000 }, signal)
  const cases = [...tools.made.values()].reduce((sum, report) => sum + report.cases.length, 0)
  expect(stdout.trim().split('\n')).toEqual(Array(20).fill(`0 ${cases}`))
})
