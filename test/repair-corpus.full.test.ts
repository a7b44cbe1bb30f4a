import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { candidatesOf, generateCases } from '../bench/repair/cases.ts'
import { controlsOf } from '../bench/repair/controls.ts'
import { allFaults } from '../bench/repair/faults/all-faults.ts'
import { sourceOf } from '../bench/repair/faults/source.ts'
import { measureCase, measureControl } from '../bench/repair/measure.ts'
import { type CorpusProgram, halfOf, LANGUAGES, readPrograms } from '../bench/repair/programs.ts'
import { openProofs } from '../bench/repair/proofs.ts'
import { failureOf, openRunner, type Runner } from '../bench/repair/runner.ts'

/** Sandboxes take time: here every twelfth program, all of them when the bench runs. */
const EVERY = 12

const programs: CorpusProgram[] = (await Promise.all(LANGUAGES.map(readPrograms))).flat()
const sample = programs.filter((_, index) => index % EVERY === 0)
const python = programs.filter(({ language }) => language === 'python')

let runner: Runner
beforeAll(async () => {
  runner = await openRunner({ atOnce: 2 })
})
afterAll(() => runner.close())

describe('the repair corpus', () => {
  it('has many programs of every language, in two halves of about the same size', () => {
    const least = { python: 30, javascript: 20, typescript: 8, bash: 15, sql: 15 }
    for (const language of LANGUAGES) {
      const halves = programs.filter((program) => program.language === language).map(({ half }) => half)
      expect(halves.length).toBeGreaterThanOrEqual(least[language])
      const share = halves.filter((half) => half === 'tune').length / halves.length
      expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(0.1)
    }
  })

  it('never moves a program from one half to the other', () => {
    const halves = { inventory: 'tune', 'word-count': 'tune', matrix: 'measure', tokenizer: 'measure' }
    for (const [name, half] of Object.entries(halves)) expect(halfOf('python', name)).toBe(half)
  })

  it.each(LANGUAGES)('has a place for every class of fault in %s', (language) => {
    const own = programs.filter((program) => program.language === language)
    const names = allFaults[language].map((fault) => fault.class)
    expect(new Set(names).size).toBe(names.length)
    const missing = allFaults[language].filter((fault) =>
      own.every((program) => candidatesOf(program, fault).length === 0),
    )
    expect(missing.map((fault) => fault.class)).toEqual([])
  })

  it('breaks programs in the same way every time, and never leaves one as it was', async () => {
    const generation = { programs: python, faults: allFaults.python, perClass: 2, doubles: 10, atOnce: 2 }
    const fails = async () => true
    const [once, again] = [await generateCases({ ...generation, fails }), await generateCases({ ...generation, fails })]
    expect(again.map(({ id, code }) => [id, code])).toEqual(once.map(({ id, code }) => [id, code]))
    expect(once.filter(({ code, program }) => code === program.code)).toEqual([])
    expect(once.filter(({ classes }) => classes.length === 2)).toHaveLength(20)
  })

  it.each(sample)('passes its own tests: $language $name', async (program) => {
    expect(await failureOf({ runner, program, code: program.code })).toBeUndefined()
  })

  it('takes a case only when the broken program really fails', async () => {
    const faults = allFaults.python.filter((fault) => fault.class === 'missing-colon')
    const { fails } = await openProofs(runner)
    const proved = { programs: python.slice(0, 3), faults, perClass: 1, doubles: 0, atOnce: 1 }
    const [first] = await generateCases({ ...proved, fails })
    expect(first?.classes).toEqual(['missing-colon'])
    expect(await generateCases({ ...proved, fails: async () => false })).toEqual([])
  })
})

describe('a program as faults look at it', () => {
  it.each([
    ['python', `x = f"a, b"  # c, d\ny = '''\n[1]'''`, `x = f"····"        \ny = '''\n···'''`],
    ['javascript', 'a = /x,y/g; b = `1, c` // d', 'a = /···/g; b = `····`     '],
    ['bash', `echo 'a b' # c\ncat <<EOF\nif x\nEOF\nls`, `echo '···'    \ncat <<EOF\n····\nEOF\nls`],
    ['sql', `SELECT 'it''s', a -- b, c`, `SELECT '·····', a        `],
  ] as const)('has neither strings nor comments, in %s, and everything else at its place', (language, text, code) => {
    expect(sourceOf(text, language).code).toBe(code)
  })
})

describe('the bench of repairs', () => {
  const [fault] = allFaults.python.filter(({ class: name }) => name === 'print-statement')
  const program = python.find(({ name }) => name === 'linked-list')
  const broken = program && fault && candidatesOf(program, fault)[0]

  it('trusts the tests of the program, not that something ran', async () => {
    if (!broken) throw new Error('no case to judge')
    const ends = (finalCode: string): Runner => ({
      ...runner,
      run: async (request) => ({ ...(await runner.runOnce({ ...request, code: finalCode })), finalCode }),
    })
    const judged = async (finalCode: string) => (await measureCase(ends(finalCode), broken)).verdict
    expect(await judged(broken.program.code)).toBe('repaired')
    expect(await judged('print("all is well")')).toBe('wrong')
    expect(await judged(broken.code)).toBe('unrepaired')
  })

  it('is given programs that a repair must leave alone, and reports a changed one', async () => {
    const controls = controlsOf(programs)
    expect(controls.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThanOrEqual(40)
    const [control] = controls.filter(({ id }) => id.startsWith('python/') && id.endsWith('/exits with 3'))
    if (!control) throw new Error('no control to look at')
    expect((await measureControl(runner, control)).trouble).toBeUndefined()
    const tampered: Runner = { ...runner, run: (request) => runner.run({ ...request, code: 'print("repaired")' }) }
    expect((await measureControl(tampered, control)).trouble).toContain('outcome ok, not failed')
  })
})
