import { readCsv } from './csv.ts'
import type { Cell } from './table.ts'

/** Rows of a file, of the arguments or of the input, ready to become a database table. */
export interface DataTable {
  columns: { name: string; type: 'integer' | 'real' | 'text' }[]
  rows: (string | number | null)[][]
}

export function tableOfCsv(text: string, separator: ',' | '\t'): DataTable {
  const [header = [], ...rows] = readCsv(text, separator)
  return typed(
    header,
    rows.map((row) => header.map((_, index) => (row[index] ? row[index] : null))),
  )
}

/** Accepts an array of objects, one object, or one object on each line. */
export function tableOfJson(text: string): DataTable {
  const records = parseRecords(text).map((record) =>
    typeof record === 'object' && record !== null && !Array.isArray(record) ? record : { value: record },
  )
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return typed(
    names,
    records.map((record) => names.map((name) => plain(record[name]))),
  )
}

function parseRecords(text: string): Cell[] {
  try {
    const value: Cell = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw error
    return lines.map((line) => JSON.parse(line))
  }
}

function plain(value: Cell | undefined): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return JSON.stringify(value)
}

const WHOLE = /^-?(?:0|[1-9]\d{0,14})$/
const REAL = /^-?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** A column has the narrowest type that every value of it fits. */
function typed(names: string[], rows: (string | number | null)[][]): DataTable {
  const columns = names.map((name, index) => {
    const values = rows.map((row) => row[index]).filter((value) => value !== null && value !== undefined)
    const suits = (pattern: RegExp) =>
      values.length > 0 && values.every((value) => value !== '' && pattern.test(String(value)))
    return { name, type: suits(WHOLE) ? ('integer' as const) : suits(REAL) ? ('real' as const) : ('text' as const) }
  })
  const convert = (value: string | number | null, index: number) => {
    if (value === null) return null
    return columns[index]?.type === 'text' ? String(value) : Number(value)
  }
  return { columns, rows: rows.map((row) => row.map(convert)) }
}
