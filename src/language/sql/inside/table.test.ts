import { describe, expect, it } from 'vitest'
import { type Cell, tableText } from './table.ts'

const shown = (names: string[], ...rows: Cell[][]) =>
  tableText({ columns: names.map((name) => ({ name, type: '' })), rows })

describe('a table as text', () => {
  it('has a header, a rule, rows, and their number', () => {
    expect(shown(['name', 'n'], ['Ada', 1], ['Bé', 20])).toBe(
      [' name | n', '------+----', ' Ada  |  1', ' Bé   | 20', '(2 rows)', ''].join('\n'),
    )
  })

  it('tells NULL from empty, and real numbers from whole ones', () => {
    const columns = [
      { name: 'a', type: 'real' },
      { name: 'b', type: '' },
    ]
    expect(
      tableText({
        columns,
        rows: [
          [1, ''],
          [0.5, null],
        ],
      }),
    ).toBe([' a   | b', '-----+------', ' 1.0 |', ' 0.5 | NULL', '(2 rows)', ''].join('\n'))
  })

  it('keeps every row on one line', () => {
    expect(shown(['x'], ['a\nb\tc\u001b[31m'])).toContain(' a\\nb\\tc\\x1b[31m\n')
    expect(shown(['x'], [[1, { a: null }]])).toContain(' [1,{"a":null}]\n')
  })

  it('counts one row as one', () => {
    expect(shown(['x'], [true])).toContain('(1 row)')
    expect(shown(['x'])).toBe(' x\n---\n(0 rows)\n')
  })
})
