import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDangers } from '../find-dangers.ts'
import type { LanguageGuard } from '../rule.ts'
import { createCustomGuard } from './create-custom-guard.ts'
import { loadRules } from './load-rules.ts'
import { parseRules } from './parse-rules.ts'

const RULES = `
# Rules of our house.
id: no-print
language: Python
severity: warning
message: print($$$TEXT) is not for services
note: Services write logs.
rule:
  pattern: print($$$TEXT)
fix: log.info($$$TEXT)
metadata:
  cwe: CWE-532
  family: secrets
---
id: no-legacy-client
language: JavaScript
severity: error
message: $NAME is the old client
rule:
  pattern: new $NAME($$$)
constraints:
  NAME:
    regex: ^Legacy
---
id: no-latest
language: bash
severity: critical
message: A version must be named
rule:
  all:
    - kind: command
    - regex: :latest
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
  await mkdir(join(folder, 'inner'))
  await writeFile(join(folder, 'inner', 'house.yml'), RULES)
  await writeFile(join(folder, 'README.md'), 'not a rule')
})
afterAll(() => rm(folder, { recursive: true }))

const find = async (code: string, language: string, text = RULES) => {
  const guard = await createCustomGuard(parseRules('house.yml', text).rules)
  return findDangers({ code, language }, [guard as LanguageGuard]).findings
}

describe('rules of one’s own', () => {
  it('find the code they describe, with their own message, severity and weakness', async () => {
    const [finding] = await find('import log\nprint("😀", x)\n', 'python')
    expect(finding).toMatchObject({
      rule: 'custom/no-print',
      from: 'custom',
      severity: 'medium',
      family: 'secrets',
      cwe: [532],
      message: 'print("😀", x) is not for services',
      why: 'Services write logs.',
      ...{ line: 2, column: 1, endLine: 2, endColumn: 15 },
    })
  })

  it('offer their fix as edits and as a diff', async () => {
    const [finding] = await find('print("😀", x)\n', 'python')
    expect(finding?.fix?.edits).toEqual([{ start: 0, end: 14, text: 'log.info("😀", x)' }])
    expect(finding?.fix?.diff).toContain('+log.info("😀", x)')
  })

  it('hold for their language alone, and keep to their constraints', async () => {
    expect(await find('print(1)', 'javascript')).toEqual([])
    const found = await find('new LegacyMail(1)\nnew Mail(2)\n', 'javascript')
    expect(found.map(({ rule, line, message }) => [rule, line, message])).toEqual([
      ['custom/no-legacy-client', 1, 'LegacyMail is the old client'],
    ])
    const [docker] = await find('docker pull app:latest\n', 'bash')
    expect(docker).toMatchObject({ rule: 'custom/no-latest', severity: 'critical' })
  })

  it('are read from files and from directories', async () => {
    const rules = await loadRules([folder])
    expect(rules.map(({ id, at }) => [id, at.replace(folder, '')])).toEqual([
      ['custom/no-print', '/inner/house.yml:3'],
      ['custom/no-legacy-client', '/inner/house.yml:15'],
      ['custom/no-latest', '/inner/house.yml:25'],
    ])
    await expect(loadRules([join(folder, 'gone')])).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    await expect(loadRules([folder, join(folder, 'inner', 'house.yml')])).rejects.toThrow(
      /no-print is the id of the rule/,
    )
  })

  const start = 'id: a\nlanguage: python\nmessage: m\n'
  it.each([
    ['broken YAML', 'id: [a\n', /rules\.yml:2: Flow sequence/],
    ['a missing rule', start, /rules\.yml:1: rule: /],
    ['a language without rules', `${start.replace('python', 'cobol')}rule: {kind: x}`, /:2: language: is not python/],
    ['a severity that is none', `${start}severity: grave\nrule: {kind: x}`, /:4: severity: is none of/],
    ['a field without effect', `${start}files: [a]\nrule: {kind: x}`, /:1: Unrecognized key: "files"/],
    ['a list', '- a\n- b\n', /:1: Invalid input/],
    ['another document', `${start}rule: {kind: x}\n---\nid: b\n`, /:6: language: /],
    [
      'aliases without end',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]`,
      /:1: Excessive alias count/,
    ],
  ])('are refused with file, line and reason: %s', (_, text, problem) => {
    expect(parseRules('rules.yml', text).problems.join('\n')).toMatch(problem)
  })

  it.each([
    ['an unknown kind', 'rule: {kind: nonsense}', /rules\.yml:1: .*Kind `nonsense` is invalid/],
    ['a pattern of two statements', 'rule: {pattern: "a; b"}', /Multiple AST nodes/],
    ['a broken expression', 'rule: {regex: "("}', /unclosed group/],
    ['a field ast-grep does not know', 'rule: {patern: x}', /unknown field `patern`/],
  ])('are refused where ast-grep does not understand them: %s', async (_, rule, problem) => {
    const { rules } = parseRules('rules.yml', start + rule)
    await expect(createCustomGuard(rules)).rejects.toThrow(problem)
  })

  it('read broken and hostile programs', async () => {
    expect(await find('def f(:\n  print(1\n', 'python')).toBeInstanceOf(Array)
    expect(await find(`x = ${'('.repeat(20_000)}${')'.repeat(20_000)}\nprint(1)\n`, 'python')).toHaveLength(1)
    expect(await find('\0\ud800'.repeat(1000), 'javascript')).toEqual([])
  })
})
