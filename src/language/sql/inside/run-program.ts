import { readFileSync } from 'node:fs'
import { type Database, SqlFailure } from './database.ts'
import { givenTables } from './given-tables.ts'
import { splitStatements } from './split-statements.ts'
import { tableText } from './table.ts'

const PROGRAM = 'main.sql'

/** Runs main.sql statement by statement and prints each result as a table; the first failure ends it. */
export async function runProgram(database: Database): Promise<void> {
  const source = readFileSync(PROGRAM, 'utf8')
  let isFirst = true
  try {
    for (const table of givenTables(source, process.argv.slice(2))) await database.give(table)
    for (const statement of splitStatements(source, database.dialect)) {
      const table = await database.run(statement)
      if (!table) continue
      process.stdout.write(isFirst ? tableText(table) : `\n${tableText(table)}`)
      isFirst = false
    }
  } catch (error) {
    if (!(error instanceof SqlFailure)) throw error
    const { line, column } = placeOf(source, error.at)
    const hint = error.hint === undefined ? '' : `HINT: ${error.hint.replaceAll('\n', ' ')}\n`
    process.stderr.write(`${PROGRAM}:${line}:${column}: ${error.type}: ${error.message}\n${hint}`)
    process.exitCode = 1
  }
}

function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
