import { describe, expect, it } from 'vitest'
import { guards } from './guards.ts'
import { judgeBy } from './policy.ts'
import { readDangers, scanDangers } from './read-dangers.ts'
import { reportOf } from './report.ts'

const usual = judgeBy({ server: {}, onlyTighter: false })
const BROKEN = '\nfunction ( { [ ( \n'

const WIPES: [language: string, code: string][] = [
  ['javascript', 'require("child_process").execSync("rm -rf /")\n'],
  ['javascript', 'const { execSync } = require("child_process")\nexecSync("rm -rf " + "/")\n'],
  ['typescript', 'import { rmSync } from "node:fs"\nfs.rmSync("/", { recursive: true })\n'],
  ['python', 'import os\nos.system("rm -rf /")\n'],
  ['python', 'import base64\nexec(base64.b64decode("cHJpbnQoMSk="))\n'],
  ['bash', 'echo start\nrm -rf /\n'],
  ['sql', "(((((\nCOPY t TO PROGRAM 'rm -rf /';\n"],
]

describe('a program that exhausts its reader', () => {
  it.each(WIPES)('of %s is looked through without a parser: %j', (language, code) => {
    const dangers = scanDangers({ language, code })
    expect(dangers.findings.map(({ severity }) => severity)).toContain('critical')
    expect(dangers).toMatchObject({ isPartial: true })
  })

  it('keeps the findings from before its time was over, and is not safe', () => {
    let rules = 0
    const program = { language: 'python', code: 'import os\nos.system(input())\n' }
    const dangers = readDangers(program, guards, { isSpent: () => ++rules > 8 })
    const report = reportOf(program, dangers, usual)
    expect(report.findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['any/unreadable', 'python/shell-injection']),
    )
    expect(report).toMatchObject({ safe: false, partial: true })
  })

  it('passes only under a policy that names the rule', () => {
    const program = { language: 'javascript', code: 'let x = 1\n' }
    const judge = (policy: object) =>
      reportOf(program, scanDangers(program), judgeBy({ server: policy, onlyTighter: false }))
    expect(judge({}).safe).toBe(false)
    expect(judge({ severities: { high: 'allow' } }).safe).toBe(false)
    expect(judge({ rules: { 'any/unreadable': 'warn' } }).safe).toBe(true)
  })

  it('is looked through as well when it only is broken', () => {
    const code = `${BROKEN}${'('.repeat(3000)}\nrequire("child_process").execSync("rm -rf /")\n`
    const { findings } = readDangers({ language: 'javascript', code }, guards, { onBug: () => {} })
    expect(findings[0]?.severity).toBe('critical')
  })

  it('is not called hostile for text that only names commands', () => {
    for (const [language, code] of [
      ['python', 'print("rm -rf /")\n'],
      ['javascript', 'console.log("rm -rf /")\n'],
      ['bash', '# rm -rf /\n'],
    ] as const) {
      expect(scanDangers({ language, code }).findings.map(({ rule }) => rule)).toEqual(['any/unreadable'])
    }
  })
})

describe('a hostile shape', () => {
  const LONG = 180_000
  it.each([
    ['bash', '[{'],
    ['javascript', `"'`],
    ['python', '('],
    ['ruby', '.b(1)'],
  ])('of %s made of %j takes no more time than its length allows, and hides nothing before it', (language, piece) => {
    const wipe = { bash: 'rm -rf /', javascript: 'require("child_process").execSync("rm -rf /")' }[language]
    const line = wipe ?? (language === 'python' ? 'import os; os.system("rm -rf /")' : 'system("rm -rf /")')
    const code = `${line}\n${piece.repeat(LONG / piece.length)}\n`
    const dangers = readDangers({ language, code }, guards, {})
    expect(dangers.findings[0]?.severity).toBe('critical')
    expect(dangers.isPartial).toBe(true)
  })
})

describe('a program within a command', () => {
  it.each([
    [`perl -e 'system("rm -rf /")'`, 'critical'],
    [`python3 -c 'import ctypes; ctypes.CDLL("./lib.so")'`, 'medium'],
    [`ruby -e 'eval(gets)'`, 'high'],
  ])('is read in its own language: %s', (code, severity) => {
    const { findings } = readDangers({ language: 'bash', code }, guards, {})
    expect(findings.find(({ rule }) => rule === 'bash/inline-program')?.severity).toBe(severity)
  })

  it('is no danger by itself', () => {
    const { findings } = readDangers({ language: 'bash', code: 'python3 -c "print(6 * 7)"\n' }, guards, {})
    expect(findings).toEqual([])
  })

  it('keeps what stands before substitutions without an end, and says that it is not whole', () => {
    const read = readDangers({ language: 'bash', code: `rm -rf /\n${'$('.repeat(60_000)}` }, guards, {})
    expect(read.findings[0]).toMatchObject({ severity: 'critical', line: 1 })
    expect(read.isPartial).toBe(true)
  })
})
