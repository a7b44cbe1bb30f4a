import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './csv.ts'
import { tableOfCsv, tableOfJson } from './data-table.ts'

describe('a CSV file', () => {
  it('is read with quotes, empty fields and any line ending', () => {
    expect(readCsv('\ufeffa,"b ""c"", d"\r\n,"x\ny"\n1,\n', ',')).toEqual([
      ['a', 'b "c", d'],
      ['', 'x\ny'],
      ['1', ''],
    ])
    expect(readCsv('a\tb', '\t')).toEqual([['a', 'b']])
    expect(readCsv('', ',')).toEqual([])
    expect(readCsv('a,"never closed', ',')).toEqual([['a', 'never closed']])
  })

  it('is read as it was written, whatever the fields are', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', 'é', ' ') })
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }))
    fc.assert(
      fc.property(rows, (written) => {
        const text = written.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n')
        expect(readCsv(text, ',')).toEqual(written)
      }),
    )
  })

  it('gives each column the narrowest type that fits', () => {
    expect(tableOfCsv('id,price,zip,name\n1,1.5,007,a\n2,,12,\n', ',')).toEqual({
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'price', type: 'real' },
        { name: 'zip', type: 'text' },
        { name: 'name', type: 'text' },
      ],
      rows: [
        [1, 1.5, '007', 'a'],
        [2, null, '12', null],
      ],
    })
  })
})

describe('a JSON file', () => {
  const expected = {
    columns: [
      { name: 'a', type: 'integer' },
      { name: 'b', type: 'text' },
    ],
    rows: [
      [1, null],
      [2, '["x"]'],
    ],
  }
  it('may be an array of objects or an object on each line', () => {
    expect(tableOfJson('[{"a":1},{"a":2,"b":["x"]}]')).toEqual(expected)
    expect(tableOfJson('{"a":1}\n{"a":2,"b":["x"]}\n')).toEqual(expected)
  })

  it('may hold plain values', () => {
    expect(tableOfJson('[1,2]')).toEqual({ columns: [{ name: 'value', type: 'integer' }], rows: [[1], [2]] })
  })
})
