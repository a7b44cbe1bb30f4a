import fc from 'fast-check'
import { parse } from 'unbash'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../../test/support/expect-within.ts'
import { parseBash } from '../../../language/bash/parse-bash.ts'
import type { Remark } from '../language-analysis.ts'
import { fixesOf, testSamples } from '../test-samples.fixture.ts'
import { bashFinders } from './bash-finders.ts'
import { bashSamples } from './samples.fixture.ts'

const remarksOn = (source: string): Remark[] => {
  const program = { script: parse(source), source }
  return bashFinders.flatMap((find) => find(program))
}

testSamples(bashSamples, remarksOn)

describe('fixes of Bash', () => {
  const fixes = fixesOf(bashSamples, remarksOn)

  it('are offered by the finders that can give one', () => {
    const rules = new Set(fixes.map(({ rule }) => rule))
    for (const name of [
      'unquoted-variable',
      'unquoted-test',
      'useless-cat',
      'parsing-ls',
      'xargs-without-zero',
      'backticks',
    ]) {
      expect(rules).toContain(`bash/${name}`)
    }
  })

  it('change the script, and leave it one that parses', () => {
    for (const { source, fixed } of fixes) {
      expect(fixed).not.toBe(source)
      expect(parseBash(fixed), fixed).toEqual([])
    }
  })

  it('correct the code they are offered for', () => {
    for (const { rule, start, fixed } of fixes) {
      const left = remarksOn(fixed).filter((remark) => remark.rule === rule && remark.start === start)
      expect(left, fixed).toEqual([])
    }
  })
})

describe('the finders of Bash', () => {
  it('stay inside of the source and never throw, whatever they are given', () => {
    const piece = fc.constantFrom(
      ...[
        'for f in $(ls *.txt); do',
        'done',
        'if [ $a = b ]; then',
        'fi',
        'cat a | grep b',
        'cd x',
        '`date`',
        '$(',
        ')',
        '"',
        "'",
        '${x',
      ],
      ...['}', '|', '&&', '\n', ';', '<<EOF', 'EOF', '\\`', '😀', 'while read l; do', 'echo $(', '((', '))', '[['],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const source = pieces.join(' ')
        for (const found of remarksOn(source)) expectWithin(source, found)
      }),
      { numRuns: 300 },
    )
  })
})
