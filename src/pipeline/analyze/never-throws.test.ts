import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../test/support/expect-within.ts'
import { analysis } from '../../contract/analysis.ts'
import { analyzeBash } from './analyze-bash.ts'
import { analyzeJavascript } from './analyze-javascript.ts'
import { analyzePython } from './analyze-python.ts'
import { analyzeSql } from './analyze-sql.ts'
import { ORDINARY_PROGRAMS } from './ordinary-programs.fixture.ts'

const ANALYSES = [analyzePython, analyzeJavascript, analyzeBash, analyzeSql]
const TARGETS = ANALYSES.flatMap(({ languages, read }) => languages.map((language) => ({ language, read })))

/** The result that a caller sees, without the findings that are made from remarks later. */
const shape = analysis.omit({ findings: true })

function check({ language, read }: (typeof TARGETS)[number], source: string): void {
  const { remarks, ...reading } = read(source, language)
  expect(shape.safeParse({ language, ...reading }).error).toBeUndefined()
  const { total, code, comment, blank } = reading.lines
  expect(code + comment + blank).toBe(total)
  for (const found of remarks) expectWithin(source, found)
}

const TOKENS =
  `def class if elif else: for in while try: except return lambda async await match case with import from as not and or
  function => { } ( ) [ ] \${ \` ' " """ ''' /* */ // # -- $ $( \`\` << EOF do done then fi esac ;; | && || < > = == += ++ ? : ; , .
  ?. ?? ... * ** @ \\ select where ( join union begin end $$ when 1 0x1 1e9 x y self this super 😀 \u0000 \u2028 é 名`.split(
    /\s+/,
  )

describe('an analysis answers, whatever it is given', () => {
  it('for soups of tokens', () => {
    const space = fc.constantFrom(' ', '', '\n', '\n    ', '\t', '\r\n')
    const soup = fc
      .array(fc.tuple(fc.constantFrom(...TOKENS), space), { maxLength: 60 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(soup, fc.constantFrom(...TARGETS), (source, target) => check(target, source)),
      { numRuns: 300 },
    )
  })

  it('for ordinary programs that were cut, doubled or mixed with others', () => {
    const program = fc.constantFrom(...ORDINARY_PROGRAMS)
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(program, program, place, place, fc.constantFrom(...TARGETS), (one, other, from, to, target) => {
        const cut = one.slice(Math.floor(from * one.length)) + other.slice(0, Math.floor(to * other.length))
        check(target, cut)
      }),
      { numRuns: 150 },
    )
  })

  it('for text of any kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...TARGETS), (source, target) =>
        check(target, source),
      ),
      { numRuns: 150 },
    )
  })

  it('for code that is nested deep, long or repeated often', () => {
    const deep = [
      ...[
        '(',
        '[',
        '{',
        'f(',
        'not ',
        '-',
        'a.',
        'lambda: ',
        'if (a) ',
        'a ? ',
        '() => ',
        'x = ',
        '$(',
        '"$(',
        'if a; then ',
      ],
      ...['select (', 'case when ', 'for (;;) ', 'a and (', 'a || '],
    ].map((piece) => piece.repeat(600))
    const functions = Array.from({ length: 500 }, (_, at) => `def f${at}(n):\n    return f${at + 1}(n)\n`).join('')
    const indented = Array.from({ length: 120 }, (_, at) => `${' '.repeat(at)}while x${at}:\n`).join('')
    const wide = [
      `f(${'1, '.repeat(5000)})`,
      `range(${'1, '.repeat(5000)})`,
      'elif a: b\n'.repeat(1000),
      functions,
      indented,
    ]
    for (const target of TARGETS) for (const source of [...deep, ...wide]) check(target, source)
  })
})
