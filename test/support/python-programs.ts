import { readdir, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { TestOptions, TestReport } from '../../src/contract/test-report.ts'
import { pythonTestMaker } from '../../src/pipeline/verify/python/python-test-maker.ts'
import type { RunInSandbox, TestPlan } from '../../src/pipeline/verify/test-maker.ts'

const PROGRAMS = new URL('../python-programs/', import.meta.url)
const { signal } = new AbortController()

export const planOf = (fileName: string, code: string, options: TestOptions = {}): TestPlan => ({
  ...{ code, fileName, options, language: 'python', files: {} },
  // Ends only a hanging test, even on a busy host.
  deadline: performance.now() + 240_000,
})

/** The programs that tests are made for, by their file names. */
export async function pythonPrograms(): Promise<Map<string, string>> {
  const names = await readdir(PROGRAMS)
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [name, await readFile(new URL(name, PROGRAMS), 'utf8')]),
    ),
  )
}

/** One manual fault in each program: the original text, and its careless change. */
export const BROKEN: Record<string, [string, string]> = {
  'arithmetic.py': ['if n % 3 == 0:', 'if n % 3 == 1:'],
  'codec.py': ['% 26 + first', '% 25 + first'],
  'dates.py': ['while following.weekday() >= 5:', 'while following.weekday() >= 6:'],
  'game.py': ['if counts[:2] == [3, 2]:', 'if counts[:2] == [3, 1]:'],
  'grades.py': ['if points >= 75:', 'if points > 75:'],
  'inventory.py': ['return self.price * self.quantity', 'return self.price + self.quantity'],
  'orders.py': ['rate += 3', 'rate += 4'],
  'recursion.py': ['return 1 + max(', 'return max('],
  'sorting.py': ['low = middle + 1', 'low = middle + 2'],
  'streams.py': ['total += number', 'total = number'],
  'validate.py': ['if len(password) < 8:', 'if len(password) < 7:'],
  'vector.py': ['self.x - other.x', 'self.x + other.x'],
  'words.py': ['.lower()\n        if word', '\n        if word'],
}

/** Makes tests for a program, which must reach its lines, notice mutants, and fail for the program with its fault. */
export async function expectGoodTests(runInSandbox: RunInSandbox, name: string, source: string): Promise<TestReport> {
  const [right, wrong] = BROKEN[name] ?? ['', '']
  const make = (code: string, options?: TestOptions) =>
    pythonTestMaker.make(planOf(name, code, options), runInSandbox, signal)
  const report = await make(source)
  const { coverage, mutation, cases, file } = report
  expect(cases.filter(({ passed }) => !passed)).toEqual([])
  expect(share(coverage?.lines)).toBeGreaterThanOrEqual(0.8)
  expect((mutation?.killed ?? 0) / (mutation?.total || 1)).toBeGreaterThanOrEqual(0.6)
  expect(source).toContain(right)
  const files = { [file.name]: file.content }
  const after = await make(source.replace(right, wrong), { files, generate: false, mutation: false })
  expect(after.cases.length).toBeGreaterThan(0)
  expect(
    after.cases.some(({ passed }) => !passed),
    file.content,
  ).toBe(true)
  return report
}

const share = (part: { covered: number; total: number } | undefined): number =>
  part === undefined ? 0 : part.covered / part.total
