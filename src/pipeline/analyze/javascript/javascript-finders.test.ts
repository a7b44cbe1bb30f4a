import { stripTypeScriptTypes } from 'node:module'
import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../../test/support/expect-within.ts'
import { parseJavaScript } from '../../../language/javascript/parse-javascript.ts'
import { parseTree, type TreeLanguage } from '../../../language/tree/parse-tree.ts'
import type { Remark } from '../language-analysis.ts'
import { fixesOf, testSamples } from '../test-samples.fixture.ts'
import { javascriptFinders } from './javascript-finders.ts'
import { performanceSamples } from './performance-samples.fixture.ts'
import { practiceSamples, typescriptSamples } from './practice-samples.fixture.ts'
import { refactorSamples } from './refactor-samples.fixture.ts'

const remarksIn =
  (language: TreeLanguage) =>
  (source: string): Remark[] => {
    const program = { tree: parseTree(language, source), source, language }
    return javascriptFinders.flatMap((find) => find(program))
  }

const samples = { ...performanceSamples, ...practiceSamples, ...refactorSamples }

testSamples(samples, remarksIn('javascript'))
describe('TypeScript', () => testSamples(typescriptSamples, remarksIn('typescript')))

const fixes = fixesOf(samples, remarksIn('javascript'))

describe('fixes of JavaScript', () => {
  it('are offered by the finders that can give one', () => {
    const rules = new Set(fixes.map(({ rule }) => rule))
    for (const rule of Object.keys(refactorSamples)) expect(rules).toContain(rule)
    for (const name of [
      'var',
      'prefer-const',
      'loose-equality',
      'unused-import',
      'floating-promise',
      'parse-int-without-radix',
    ]) {
      expect(rules).toContain(`javascript/${name}`)
    }
  })

  it('change the program, and leave it one that parses', () => {
    for (const { source, fixed } of fixes) {
      expect(fixed).not.toBe(source)
      expect(parseJavaScript(fixed), fixed).toEqual([])
    }
  })

  it('keep the output of the program', async () => {
    for (const { rule, source, fixed } of fixes)
      expect(await outputOf(fixed), `${rule}\n${fixed}`).toEqual(await outputOf(source))
  })
})

/** The program's log, or the error that ends it. Imports are replaced by the one imported name that the samples use. */
async function outputOf(program: string): Promise<unknown[]> {
  const logged: unknown[] = []
  const context = vm.createContext({
    console: { log: (...values: unknown[]) => logged.push(values) },
    setTimeout: (work: () => unknown) => work(),
  })
  const body = stripTypeScriptTypes(program).replace(/^import .*$/gm, 'const sep = "/"')
  try {
    await vm.runInContext(`(async () => {\n${body}\n})()`, context)
  } catch (error) {
    logged.push(String(error))
  }
  return logged
}

describe('the finders of JavaScript', () => {
  it('take no name for unused in literals so large that the grammar gives them up', () => {
    const names = Array.from({ length: 300 }, (_, index) => `name${index}`)
    const source = `import { ${names.join(', ')} } from 'names'\nexport const all = {\n  ${names.join(',\n  ')},\n}\n`
    expect(remarksIn('javascript')(source)).toEqual([])
  })

  it('stay inside of the source and never throw, whatever they are given', () => {
    const piece = fc.constantFrom(
      ...[
        'for (const a of b) {',
        'const x = []',
        'x.push(a)',
        'if (a && a.b) {',
        'switch (a) { case 1:',
        'async function f(a) {',
        'return',
      ],
      ...[
        '} else {',
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        '`${',
        "'",
        '=>',
        '...',
        ';',
        'import { a, b } from "c"',
        'await f()',
        '😀',
        '<a>',
        'x!.y!',
        '\n',
      ],
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('javascript', 'typescript'),
        (pieces, language) => {
          const source = pieces.join(' ')
          for (const found of remarksIn(language)(source)) expectWithin(source, found)
        },
      ),
      { numRuns: 300 },
    )
  })
})
