import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analysis } from '../../contract/analysis.ts'
import type { GuardReport, JudgedFinding } from '../../contract/guard.ts'
import type { TestReport } from '../../contract/test-report.ts'
import { callCommand as call } from './call-command.fixture.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  await writeFile(join(folder, 'sums.py'), 'import yaml\nx = yaml.load(text)\n')
  await writeFile(join(folder, 'test_own.py'), 'def test_x(): pass\n')
})
afterAll(() => rm(folder, { recursive: true }))

const danger: JudgedFinding = {
  ...{ rule: 'python/unsafe-yaml', family: 'deserialisation', severity: 'high', action: 'block', from: 'rules' },
  ...{ line: 2, column: 5, endLine: 2, endColumn: 20, message: 'YAML is loaded with any type', cwe: [502] },
  ...{ why: 'A document can make objects that run code.', remedy: 'Load it with safe_load.' },
  fix: {
    title: 'use safe_load',
    edits: [{ start: 21, end: 25, text: 'safe_load' }],
    diff: '--- a/program\n+++ b/program\n@@ -2,1 +2,1 @@\n-x = yaml.load(text)\n+x = yaml.safe_load(text)\n',
  },
}
const report: GuardReport = {
  ...{ language: 'python', findings: [danger], score: 0.5, safe: false, partial: false },
  sanitized: { code: 'import yaml\nx = yaml.safe_load(text)\n', diff: '', rules: ['python/unsafe-yaml'] },
}

describe('guard', () => {
  it('underlines its findings, says why and what to do, and exits with 3 when one is blocked', async () => {
    const { exitCode, stdout, stderr, asked } = await call(`guard ${folder}/sums.py --block high`, report)
    expect([exitCode, stdout]).toEqual([3, ''])
    expect(stderr).toBe(`high  YAML is loaded with any type · blocked
  python/unsafe-yaml · line 2 · CWE-502
  1 │ import yaml
  2 │ x = yaml.load(text)
    │     ^^^^^^^^^^^^^^^
  why  A document can make objects that run code.
  do   Load it with safe_load.
  fix  use safe_load
  @@ -2,1 +2,1 @@
  -x = yaml.load(text)
  +x = yaml.safe_load(text)

✖ blocked · 1 finding · score 0.5
  --fix prints it with the safe fixes made (python/unsafe-yaml).
`)
    const policy = { rules: {}, families: {}, severities: { high: 'block' } }
    const body = { code: 'import yaml\nx = yaml.load(text)\n', fileName: 'sums.py', policy }
    expect(asked).toEqual([{ method: 'POST', path: '/v1/guard', body }])
  })

  it('prints the program with its fixes, the report as JSON, or the rules, when asked', async () => {
    expect((await call(`guard ${folder}/sums.py --fix`, report)).stdout).toBe(report.sanitized?.code)
    expect(JSON.parse((await call('guard - --json -l python', report, 'x')).stdout)).toEqual(report)
    const { language: _, ...info } = { language: '', id: danger.rule, languages: ['python'], title: danger.message }
    const { family, severity, why, remedy, cwe } = danger
    const rules = await call('guard --rules', { rules: [{ ...info, family, severity, why, remedy, cwe }] })
    expect(rules.stdout).toContain('python/unsafe-yaml  high')
    expect(rules.asked).toEqual([{ method: 'GET', path: '/v1/guard/rules', body: undefined }])
  })

  it('names unknown words in a policy', async () => {
    const { exitCode, stderr, asked } = await call(`guard ${folder}/sums.py --block weather`, report)
    expect([exitCode, asked]).toEqual([2, []])
    expect(stderr).toContain('"weather" is neither a severity nor a family nor a rule.')
  })

  it('exits with 0 without findings, and names the parts that were not read', async () => {
    const unread = ['a program in a text could not be read']
    const safe = { language: 'python', findings: [], score: 1, safe: true, partial: true, unread }
    const { exitCode, stderr } = await call('guard - -l python', safe, 'x = 1')
    expect(exitCode).toBe(0)
    expect(stderr).toContain('✔ may run · nothing found · score 1\n')
    expect(stderr).toContain('partial: a program in a text could not be read')
  })
})

const analysis: Analysis = {
  ...{ language: 'python', partial: false, lines: { total: 9, code: 7, comment: 1, blank: 1 } },
  ...{ cyclomatic: 4, cognitive: 3, maintainability: 71.4 },
  functions: [
    {
      ...{ name: 'Cart.total', line: 3, endLine: 9, cyclomatic: 12, cognitive: 3, nesting: 2 },
      ...{ lines: 6, parameters: 1, maintainability: 65 },
    },
  ],
  findings: [],
  imports: [{ name: 'yaml', line: 1, kind: 'package', package: 'PyYAML' }],
  estimate: { time: 'O(n²)', memory: 'small', network: false, files: true, processes: false, reasons: ['two loops'] },
}

it('analyze shows the measures of each function, and the needs of the program', async () => {
  const { exitCode, stdout } = await call(`analyze ${folder}/sums.py`, analysis)
  expect(exitCode).toBe(0)
  expect(stdout).toContain('Cart.total     3      6          12          3        2           1               65')
  expect(stdout).toContain('7 lines of code · cyclomatic 4 · cognitive 3 · maintainability 71 · 0 findings')
  for (const text of ['O(n²)', 'files', 'yaml (PyYAML)', 'two loops']) expect(stdout).toContain(text)
})

const tested: TestReport = {
  ...{ language: 'python', framework: 'unittest', file: { name: 'test_sums.py', content: 'import unittest\n' } },
  cases: [
    { name: 'adds', kind: 'unit', function: 'add', from: 'observed', passed: true, durationMs: 1 },
    {
      ...{ name: 'own <b>', kind: 'own', from: 'request', passed: false, durationMs: 2 },
      ...{ detail: '3 != "4"', output: 'looking\u0007\n' },
    },
  ],
  coverage: {
    lines: { covered: 3, total: 4 },
    branches: { covered: 1, total: 2 },
    missing: [4, 7, 8],
    hits: { 10: 2, 4: 0 },
  },
  mutation: { killed: 5, total: 6, survivors: [{ line: 3, change: '< became <=' }], leftOut: 0 },
  dropped: [{ name: 'now', reason: 'flaky' }],
  skipped: [{ function: 'fetch', reason: 'it uses the network' }],
  durationMs: 1200,
}

describe('test', () => {
  it('prints the test file to stdout and its coverage to stderr, and fails when a test does', async () => {
    const { exitCode, stdout, stderr, asked } = await call(
      `test ${folder}/sums.py --own ${folder}/test_own.py --kind unit edge --no-mutation --budget 5`,
      tested,
    )
    expect([exitCode, stdout]).toEqual([1, 'import unittest\n'])
    expect(stderr).toBe(`✖ own <b>
    3 != "4"
    │ looking␇
✖ 1 of 2 tests fail · lines 75 % · branches 50 % · 5 of 6 mutants noticed · 1.2 s
  missed    lines 4, 7-8
  survived  line 3: < became <=
  dropped   now (flaky)
  skipped   fetch: it uses the network
`)
    expect(asked[0]).toMatchObject({
      path: '/v1/tests',
      body: {
        ...{ fileName: 'sums.py', kinds: ['unit', 'edge'], mutation: false, budgetMs: 5000 },
        files: { 'test_own.py': 'def test_x(): pass\n' },
      },
    })
  })

  it('writes the test file, JUnit and lcov to the given paths', async () => {
    const [out, junit, lcov] = ['o.py', 'j.xml', 'c.info'].map((name) => join(folder, name)) as [string, string, string]
    await call(`test ${folder}/sums.py -o ${out} --junit ${junit} --lcov ${lcov}`, tested)
    expect(await readFile(out, 'utf8')).toBe('import unittest\n')
    const xml = await readFile(junit, 'utf8')
    expect(xml).toContain('<testsuites tests="2" failures="1" time="1.200">')
    expect(xml).toContain('<testcase name="own &lt;b&gt;" classname="test_sums.py" time="0.002">')
    expect(xml).toContain('<failure message="3 != &quot;4&quot;">')
    expect(xml).toContain('looking\ufffd')
    expect(await readFile(lcov, 'utf8')).toBe(
      `TN:\nSF:${folder}/sums.py\nDA:4,0\nDA:10,2\nLF:4\nLH:3\nBRF:2\nBRH:1\nend_of_record\n`,
    )
  })

  it('thins out a test file', async () => {
    const { asked } = await call(`test ${folder}/sums.py --optimize ${folder}/test_own.py`, tested)
    expect(asked[0]).toMatchObject({
      path: '/v1/tests/optimize',
      body: { tests: { name: 'test_own.py', content: 'def test_x(): pass\n' } },
    })
  })
})
