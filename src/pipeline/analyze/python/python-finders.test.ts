import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../../test/support/expect-within.ts'
import { createPythonParser } from '../../../language/python/parse-python.ts'
import { parseTree } from '../../../language/tree/parse-tree.ts'
import type { Remark } from '../language-analysis.ts'
import { fixesOf, testSamples } from '../test-samples.fixture.ts'
import { pythonFinders } from './python-finders.ts'
import { ruffSamples } from './ruff-samples.fixture.ts'
import { pythonSamples } from './samples.fixture.ts'

const samples = { ...pythonSamples, ...ruffSamples }

function remarksOn(source: string): Remark[] {
  const program = { tree: parseTree('python', source), source, language: 'python' }
  return pythonFinders.flatMap((find) => find(program))
}

testSamples(samples, remarksOn)

const fixes = fixesOf(samples, remarksOn)

describe('fixes of Python', () => {
  it('are offered by the finders that can give one', () => {
    const rules = new Set(fixes.map(({ rule }) => rule))
    for (const name of ['list-membership-in-loop', 'list-concatenation-in-loop', 'recursion-without-memory']) {
      expect(rules).toContain(`python/${name}`)
    }
    for (const name of [
      'comprehension',
      'enumerate',
      'f-string',
      'with-for-files',
      'unreachable-code',
      'whole-file-for-lines',
    ]) {
      expect(rules).toContain(`python/${name}`)
    }
    for (const code of ['RET505', 'SIM102', 'SIM110', 'SIM401', 'UP032', 'F401'])
      expect(rules).toContain(`ruff/${code}`)
  })

  it('change the program, and leave it one that parses', () => {
    const parse = createPythonParser()
    for (const { source, fixed } of fixes) {
      expect(fixed).not.toBe(source)
      expect(parse(fixed), fixed).toEqual([])
    }
  })

  it('keep the output of the program', () => {
    const printed = outputsOf(fixes.flatMap(({ source, fixed }) => [source, fixed]))
    for (const [at, { rule, fixed }] of fixes.entries()) {
      expect(printed[2 * at + 1], `${rule}\n${fixed}`).toBe(printed[2 * at])
    }
  })
})

const RUNNER = `
import contextlib, io, json, sys
def output_of(program):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            exec(compile(program, 'program', 'exec'), {'__name__': '__main__'})
        except Exception as error:
            print(type(error).__name__)
    return out.getvalue()
print(json.dumps([output_of(program) for program in json.load(sys.stdin)]))
`

/** The output of each program, all run in one real interpreter. */
function outputsOf(programs: string[]): string[] {
  const input = JSON.stringify(programs)
  return JSON.parse(execFileSync('python3', ['-W', 'ignore', '-c', RUNNER], { input, encoding: 'utf8' }))
}

describe('the finders of Python', () => {
  it('give Ruff nothing that would end it for all later programs', () => {
    for (const term of ['a + ', 'f(n - 1) + ', '(', 'not ']) remarksOn(`x = ${term.repeat(3_000)}1\n`)
    expect(remarksOn('import os\n').map(({ rule }) => rule)).toContain('ruff/F401')
  })

  it('stay inside of the source and never throw, whatever they are given', () => {
    const piece = fc.constantFrom(
      ...[
        'for i in range(len(x)):',
        'x = []',
        'x.append(i)',
        'x = x + [1]',
        'if a in x:',
        'def f(n):',
        'return f(n-1)+f(n-2)',
      ],
      ...[
        '\n',
        '\n    ',
        '(',
        ')',
        '[',
        ']',
        ':',
        "'",
        '"%s" % (',
        'open(',
        '.close()',
        'try:',
        'except KeyError:',
        '😀',
        '\t',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join(' ')
        for (const found of remarksOn(source)) expectWithin(source, found)
      }),
      { numRuns: 300 },
    )
  })
})
