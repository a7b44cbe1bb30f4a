import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestReport } from '../src/contract/test-report.ts'
import type { RunInSandbox } from '../src/pipeline/verify/test-maker.ts'
import { BROKEN, expectGoodTests, pythonPrograms } from './support/python-programs.ts'
import { openSandboxRunner } from './support/sandbox-runner.ts'

const { signal } = new AbortController()
let runInSandbox: RunInSandbox
let close: () => Promise<void>
const sources = await pythonPrograms()
const reports = new Map<string, TestReport>()

beforeAll(async () => {
  ;({ runInSandbox, close } = await openSandboxRunner())
})
afterAll(() => close())

describe('tests made for', () => {
  test.each(Object.keys(BROKEN))('%s reach its lines, notice mutants, and fail when it is broken', async (name) => {
    reports.set(name, await expectGoodTests(runInSandbox, name, sources.get(name) ?? ''))
  })

  test('all of these programs pass twenty times in a row, by unittest itself', async () => {
    const files = Object.fromEntries(sources)
    for (const { file } of reports.values()) files[file.name] = file.content
    const code = `import os, subprocess, sys
for seed in range(20):
    done = subprocess.run([sys.executable, "-m", "unittest", "-q"], env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, text=True)
    print(done.returncode, done.stderr[-2000:] if done.returncode else "")
`
    const { stdout } = await runInSandbox({ code, language: 'python', files, timeoutMs: 60_000 }, signal)
    expect(stdout).toBe('0 \n'.repeat(20))
  })
})
