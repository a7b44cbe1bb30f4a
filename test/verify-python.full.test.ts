import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestReport } from '../src/contract/test-report.ts'
import type { RunInBox } from '../src/pipeline/verify/test-maker.ts'
import { openBoxRunner } from './support/box-runner.ts'
import { BROKEN, expectGoodTests, pythonPrograms } from './support/python-programs.ts'

const { signal } = new AbortController()
let runInBox: RunInBox
let close: () => Promise<void>
const sources = await pythonPrograms()
const reports = new Map<string, TestReport>()

beforeAll(async () => {
  ;({ runInBox, close } = await openBoxRunner())
})
afterAll(() => close())

describe('tests made for', () => {
  test.each(Object.keys(BROKEN))('%s reach its lines, notice mutants, and fail when it is broken', async (name) => {
    reports.set(name, await expectGoodTests(runInBox, name, sources.get(name) ?? ''))
  })

  test('all of these programs pass twenty times in a row, by unittest itself', async () => {
    const files = Object.fromEntries(sources)
    for (const { file } of reports.values()) files[file.name] = file.content
    const code = `import os, subprocess, sys
for seed in range(20):
    done = subprocess.run([sys.executable, "-m", "unittest", "-q"], env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, text=True)
    print(done.returncode, done.stderr[-2000:] if done.returncode else "")
`
    const { stdout } = await runInBox({ code, language: 'python', files, timeoutMs: 60_000 }, signal)
    expect(stdout).toBe('0 \n'.repeat(20))
  })
})
