import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../../test/support/expect-within.ts'
import { type Dialect, POSTGRES, SQLITE } from '../../../language/sql/inside/dialect.ts'
import { splitStatements } from '../../../language/sql/inside/split-statements.ts'
import { createSqliteParser } from '../../../language/sql/parse-sqlite.ts'
import type { Remark } from '../language-analysis.ts'
import { fixesOf, testSamples } from '../test-samples.fixture.ts'
import { sqlSamples } from './samples.fixture.ts'
import { sqlFinders } from './sql-finders.ts'

const remarksIn =
  (dialect: Dialect) =>
  (source: string): Remark[] => {
    const program = { statements: splitStatements(source, dialect), source, language: 'sql' }
    return sqlFinders.flatMap((find) => find(program))
  }

testSamples(sqlSamples, remarksIn(SQLITE))

describe('fixes of SQL', () => {
  const fixes = fixesOf(sqlSamples, remarksIn(SQLITE))

  it('write tests for NULL as they are meant', () => {
    expect(fixes.map(({ fixed }) => fixed)).toContain('SELECT x FROM a WHERE b IS NULL;')
    expect(fixes.map(({ fixed }) => fixed)).toContain('SELECT x FROM a WHERE b IS NOT NULL AND c != NULL;')
  })

  it('leave a statement that parses, without the fault they are offered for', () => {
    const parse = createSqliteParser()
    for (const { rule, start, fixed } of fixes) {
      expect(parse(fixed), fixed).toEqual([])
      expect(remarksIn(SQLITE)(fixed).filter((remark) => remark.rule === rule && remark.start === start)).toEqual([])
    }
  })
})

describe('the finders of SQL', () => {
  it('stay inside of the source and never throw, whatever they are given', () => {
    const piece = fc.constantFrom(
      ...[
        'SELECT',
        '*',
        'FROM a',
        ', b',
        'JOIN',
        'ON',
        'WHERE',
        'x = NULL',
        'NOT IN (',
        'SELECT COUNT(*)',
        ')',
        '(',
        '> 0',
        "LIKE '%a'",
      ],
      ...[
        'ORDER BY RANDOM()',
        'OFFSET 9999',
        'DELETE FROM t',
        'CREATE TABLE',
        '"order"',
        ';',
        "'",
        '$$',
        '--',
        '/*',
        '😀',
        'INSERT INTO t VALUES',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom(SQLITE, POSTGRES), (pieces, dialect) => {
        const source = pieces.join(' ')
        for (const found of remarksIn(dialect)(source)) expectWithin(source, found)
      }),
      { numRuns: 300 },
    )
  })
})
