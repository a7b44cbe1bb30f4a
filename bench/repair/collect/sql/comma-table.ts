import { readCsv } from '../../../../src/language/sql/inside/csv.ts'

export type CommaTable = Record<string, string>[]

/** The rows of a CSV text, each by the names of its columns. */
export function commaTable(text: string): CommaTable {
  const [names = [], ...rows] = readCsv(text, ',')
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}
