import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createSyntaxChecker } from '../../pipeline/create-syntax-checker.ts'
import { createReading } from '../../pipeline/reading/reading-jobs.ts'
import { allSamples } from '../samples/all-samples.ts'
import { PARSED } from './parsers.ts'

const reading = createReading()
const syntax = createSyntaxChecker(reading)
afterAll(() => reading.close())

const problemsOf = async (language: string, source: string) => (await syntax.check(language, [source]))[0]

/** Reports which of these sources Python compiles. */
const COMPILES = `
import json, sys
def compiles(source):
    try:
        compile(source, "x", "exec")
        return True
    except SyntaxError:
        return False
print(json.dumps([compiles(source) for source in json.load(sys.stdin)]))
`

describe('the syntax checker', () => {
  const sampled = PARSED.filter((language) => language in allSamples && language !== 'duckdb')
  it.each(sampled)('accepts every sample of %s', async (language) => {
    const sources = Object.values(allSamples[language] ?? {}).map(({ code }) => code)
    expect(await syntax.check(language, sources)).toEqual(sources.map(() => []))
  })

  const broken: [language: string, source: string, place: { line: number; column: number; offset: number }][] = [
    ['python', 'a = "😀"; b = = 1\n', { line: 1, column: 15, offset: 14 }],
    ['python', 'x = 1\r\nreturn x\n', { line: 2, column: 1, offset: 7 }],
    ['python', 'print(f"{a["b"]}")\n', { line: 1, column: 12, offset: 11 }],
    ['javascript', 'const a = 1\nconst b = (1 +\n', { line: 3, column: 1, offset: 27 }],
    ['javascript', 'let a = 1; let a = 2', { line: 1, column: 16, offset: 15 }],
    ['typescript', 'const a: number = 1\nconst b: = 2', { line: 2, column: 10, offset: 29 }],
    ['bash', 'echo a\nif true; then echo b', { line: 2, column: 21, offset: 27 }],
    ['sql', "select 'é';\nselect 1 frm b c", { line: 2, column: 14, offset: 25 }],
    ['sql', 'select (1', { line: 1, column: 10, offset: 9 }],
    ['postgres', "select '😀';\nselec 1", { line: 2, column: 1, offset: 13 }],
    ['json', '{"a": 1,}', { line: 1, column: 9, offset: 8 }],
    ['json', '[1, tru]', { line: 1, column: 5, offset: 4 }],
  ]
  it.each(broken)('finds where %s is wrong: %j', async (language, source, place) => {
    expect((await problemsOf(language, source))?.[0]).toMatchObject({ ...place, message: expect.stringMatching(/\w/) })
  })

  it('accepts both kinds of JavaScript modules, and the TypeScript that only a transform understands', async () => {
    const programs = ['import a from "a"\nawait a()', 'const a = require("a")\nreturn a', 'with (a) b()']
    expect(await syntax.check('javascript', programs)).toEqual([[], [], []])
    const typed = [
      'enum A { B }',
      'class A { constructor(private x: number) {} }',
      'namespace N { export const a = 1 }',
    ]
    expect(await syntax.check('typescript', typed)).toEqual([[], [], []])
  })

  it('does not take unknown tables for errors of syntax, and runs no pragma', async () => {
    const programs = ['select * from nowhere', 'pragma hard_heap_limit = 1', "attach 'x.db' as x", 'select 1']
    expect(await syntax.check('sql', programs)).toEqual([[], [], [], []])
  })

  it('says nothing about languages it does not know, DuckDB that PostgreSQL would refuse, and huge sources', async () => {
    expect(await problemsOf('cobol', 'x')).toBeNull()
    expect(await syntax.check('duckdb', ['select 1', 'from t select 1'])).toEqual([[], null])
    expect(await problemsOf('python', ' '.repeat(500_001))).toBeNull()
  })

  it('agrees with Python and Bash themselves', async () => {
    const python = ['if x:\npass', 'def f(a, a): 0', 'break', 'x = 08', 'a b', 'def f():\n\tx\n        y', 'x: int = 1']
    const bash = [
      'fi',
      'a | | b',
      'f() { :; }',
      'echo $(ls',
      'x=(1 2',
      'case x in a) ;; esac',
      'echo a >',
      '[[ a ]] && b',
    ]
    const says = async (language: string, sources: string[]) =>
      (await syntax.check(language, sources)).map((problems) => problems?.length === 0)
    const { stdout } = spawnSync('python3', ['-c', COMPILES], { input: JSON.stringify(python), encoding: 'utf8' })
    const parses = (source: string) => spawnSync('bash', ['-n'], { input: source }).status === 0
    expect(await says('python', python)).toEqual(JSON.parse(stdout))
    expect(await says('bash', bash)).toEqual(bash.map(parses))
  })

  it('survives sources that exhaust a parser, and answers the next one', async () => {
    const deep = ['(', 'a?b:', '$(', 'lambda:', '`${'].map((part) => part.repeat(20_000))
    for (const language of PARSED) {
      const answers = await syntax.check(language, deep)
      expect(answers.every((answer) => answer === null || Array.isArray(answer))).toBe(true)
    }
    expect(await problemsOf('python', 'print(1)')).toEqual([])
    expect(await problemsOf('typescript', 'const a: string = ""')).toEqual([])
  })

  it('never fails, and never gives places outside of the source', async () => {
    const piece = fc.constantFrom(
      'def f(',
      '"',
      "'",
      '\n',
      '\r\n',
      '{',
      '}',
      '😀',
      '\ud800',
      '\0',
      ' ',
      'select ',
      '`',
      '$(',
      ';',
      '/*',
      'x',
    )
    const source = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(source, fc.constantFrom(...PARSED), async (text, language) => {
        for (const { offset, line, column } of (await problemsOf(language, text)) ?? []) {
          expect(offset).toBeGreaterThanOrEqual(0)
          expect(offset).toBeLessThanOrEqual(text.length)
          expect(Math.min(line, column)).toBeGreaterThan(0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('releases a caller who aborts', async () => {
    const leaving = new AbortController()
    const answer = syntax.check('python', ['x'], leaving.signal)
    leaving.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
  })
})
