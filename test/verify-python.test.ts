import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestOptions, TestReport } from '../src/contract/test-report.ts'
import { pythonTestMaker } from '../src/pipeline/verify/python/python-test-maker.ts'
import type { RunInBox, TestPlan } from '../src/pipeline/verify/test-maker.ts'
import { openBoxRunner } from './support/box-runner.ts'

const PROGRAMS = new URL('./python-programs/', import.meta.url)
const { signal } = new AbortController()
let runInBox: RunInBox
let close: () => Promise<void>
const sources = new Map<string, string>()
const reports = new Map<string, TestReport>()

beforeAll(async () => {
  ;({ runInBox, close } = await openBoxRunner())
  for (const name of await readdir(PROGRAMS)) sources.set(name, await readFile(new URL(name, PROGRAMS), 'utf8'))
})
afterAll(() => close())

const planOf = (fileName: string, code: string, options: TestOptions = {}): TestPlan => ({
  ...{ code, fileName, options, language: 'python', files: {} },
  deadline: performance.now() + 30_000,
})
const make = (fileName: string, code: string, options?: TestOptions) =>
  pythonTestMaker.make(planOf(fileName, code, options), runInBox, signal)

/** One fault by hand in each program: what stands there, and what a careless change makes of it. */
const BROKEN: Record<string, [string, string]> = {
  'arithmetic.py': ['if n % 3 == 0:', 'if n % 3 == 1:'],
  'codec.py': ['% 26 + first', '% 25 + first'],
  'dates.py': ['while following.weekday() >= 5:', 'while following.weekday() >= 6:'],
  'game.py': ['if counts[:2] == [3, 2]:', 'if counts[:2] == [3, 1]:'],
  'grades.py': ['if points >= 75:', 'if points > 75:'],
  'inventory.py': ['return self.price * self.quantity', 'return self.price + self.quantity'],
  'matrix.py': ['sum(x * y for', 'sum(x + y for'],
  'orders.py': ['rate += 3', 'rate += 4'],
  'queue_of_tasks.py': ['return self._tasks.pop(0)[1]', 'return self._tasks.pop()[1]'],
  'recursion.py': ['return 1 + max(', 'return max('],
  'roman.py': ['(90, "XC")', '(90, "XD")'],
  'sorting.py': ['low = middle + 1', 'low = middle + 2'],
  'streams.py': ['total += number', 'total = number'],
  'triangle.py': ['if a == b or b == c or a == c:', 'if a == b or b == c:'],
  'validate.py': ['if len(password) < 8:', 'if len(password) < 7:'],
  'vector.py': ['self.x - other.x', 'self.x + other.x'],
  'words.py': ['.lower()\n        if word', '\n        if word'],
}

describe('tests made for', () => {
  test.each(Object.entries(BROKEN))(
    '%s reach its lines, notice mutants, and fail when it is broken',
    async (name, [right, wrong]) => {
      const source = sources.get(name) ?? ''
      const report = await make(name, source)
      reports.set(name, report)
      const { coverage, mutation, cases, file } = report
      expect(cases.filter(({ passed }) => !passed)).toEqual([])
      expect(share(coverage?.lines)).toBeGreaterThanOrEqual(0.8)
      expect((mutation?.killed ?? 0) / (mutation?.total || 1)).toBeGreaterThanOrEqual(0.6)
      expect(source).toContain(right)
      const files = { [file.name]: file.content }
      const after = await make(name, source.replace(right, wrong), { files, generate: false, mutation: false })
      expect(after.cases.length).toBeGreaterThan(0)
      expect(
        after.cases.some(({ passed }) => !passed),
        file.content,
      ).toBe(true)
    },
  )

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

const share = (part: { covered: number; total: number } | undefined): number =>
  part === undefined ? 0 : part.covered / part.total
