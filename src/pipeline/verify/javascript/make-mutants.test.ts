import { describe, expect, it } from 'vitest'
import { readSyntax } from '../../../language/javascript/syntax-node.ts'
import type { Mark } from './mark-places.ts'
import { readProgram } from './read-program.ts'
import { samples } from './samples.fixture.ts'

type ApplyMarks = (code: string, edits: { marks: Mark[]; cuts: unknown[]; mutant?: unknown }) => string
const { applyMarks }: { applyMarks: ApplyMarks } = await import(
  new URL('./inside/apply-marks.mjs', import.meta.url).href
)

const changesIn = (code: string) =>
  readProgram(`function f(a, b) { ${code} }`, 'a.js')?.mutants.map(({ change }) => change)

describe('small faults', () => {
  it.each([
    ['return a < b', ['`a < b` → `undefined`', '`<` → `<=`']],
    ['if (a) b()', ['`a` → `!(a)`', '`b()` removed']],
    ['return a?.b', ['`a?.b` → `undefined`', '`?.` → `.`']],
    ['return a.sort().at(-1)', ['`a.sort().at(-1)` → `undefined`', '`.sort(…)` left out', '`-1` → `(1)`', '`1` → `2`']],
    ["a = b || 'x'", ['`||` → `&&`', "`'x'` → `''`"]],
  ])('of `%s`', (code, changes) => {
    expect(changesIn(code)).toEqual(changes)
  })

  it('are none in types, in the names of modules and in the main part', () => {
    const code = "import x from 'y'\ntype A = 'a' | 1\nexport const f = (a: 'b') => a\nconsole.log(1 + 1)\n"
    expect(readProgram(code, 'a.ts')?.mutants).toEqual([])
  })
})

it('small faults are looked for in the wanted functions only', () => {
  const code = 'const a = (n) => n + 1\nconst b = (n) => n - 2\n'
  const { mutants = [], callables = [] } = readProgram(code, 'a.js', ['b']) ?? {}
  expect([...new Set(mutants.map(({ line }) => line))]).toEqual([2])
  expect(callables.map(({ name }) => name)).toEqual(['b'])
})

describe('a program with counters and a fault', () => {
  const programs = [
    ...samples,
    {
      fileName: 'odd.js',
      code: 'function f(a) { if (a) if (a > 1) return x => y => a ? x : y\n else for (;;) break\n l: while (a) { switch (a) { case 1: case 2: a--; default: continue l } } do a = a && -a; while (a) return a }',
    },
  ]

  it.each(programs)('still parses: $fileName', ({ fileName, code }) => {
    const program = readProgram(code, fileName)
    const parses = (text: string) => readSyntax(text, fileName.endsWith('.ts')) !== undefined
    const { marks = [], mutants = [] } = program ?? {}
    expect(parses(applyMarks(code, { marks, cuts: [] }))).toBe(true)
    expect(mutants.length).toBeGreaterThan(5)
    const refused = mutants.filter(({ edit }) => !parses(applyMarks(code, { marks, cuts: [], mutant: edit })))
    expect(refused).toEqual([])
  })
})
