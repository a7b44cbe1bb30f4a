import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { type DataTable, tableOfCsv, tableOfJson } from './data-table.ts'

/** A table that the program finds without having made it. */
export interface GivenTable {
  /** The path of the file, and its name without directory and ending. */
  names: string[]
  /** Set for a file: a database that reads files itself needs no rows. */
  path?: string
  read(): DataTable
}

/** By the ending of a file. */
export const READERS: Record<string, (text: string) => DataTable> = {
  '.csv': (text) => tableOfCsv(text, ','),
  '.tsv': (text) => tableOfCsv(text, '\t'),
  '.json': tableOfJson,
  '.jsonl': tableOfJson,
  '.ndjson': tableOfJson,
}

/** Offers only tables that the program names: `args`, `stdin`, and files of the workspace. */
export function givenTables(source: string, args: string[]): GivenTable[] {
  const given: GivenTable[] = [
    { names: ['args'], read: () => numbered('value', args) },
    { names: ['stdin'], read: () => numbered('line', linesOf(readFileSync(0, 'utf8'))) },
    ...filesOfWorkspace(),
  ]
  const taken = new Set<string>()
  return given.flatMap((table) => {
    const names = table.names.filter((name) => !taken.has(name.toLowerCase()) && isAskedFor(name, source))
    for (const name of names) taken.add(name.toLowerCase())
    return names.length > 0 ? [{ ...table, names }] : []
  })
}

function filesOfWorkspace(): GivenTable[] {
  const entries = readdirSync('.', { recursive: true, encoding: 'utf8' }).sort()
  return entries.flatMap((path) => {
    const ending = extname(path)
    const reader = READERS[ending.toLowerCase()]
    return reader
      ? [{ names: [path, basename(path, ending)], path, read: () => reader(readFileSync(path, 'utf8')) }]
      : []
  })
}

/** A program that creates a table of that name means its own table. */
function isAskedFor(name: string, source: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isNamed = new RegExp(`(?<![\\w./])${escaped}(?![\\w/])`, 'i').test(source)
  const isMade = new RegExp(
    `create\\s+(?:\\w+\\s+)*?(?:table|view)\\s+(?:if\\s+not\\s+exists\\s+)?["\`[]?${escaped}(?!\\w)`,
    'i',
  )
  return isNamed && !isMade.test(source)
}

function numbered(name: string, values: string[]): DataTable {
  return {
    columns: [
      { name: 'n', type: 'integer' },
      { name, type: 'text' },
    ],
    rows: values.map((value, index) => [index + 1, value]),
  }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
