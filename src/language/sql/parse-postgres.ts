import { loadModule, parseSync, type SqlError } from 'libpg-query'
import { problemAt } from '../syntax/problem-at.ts'
import type { Parse } from '../syntax/syntax.ts'

/** PostgreSQL's own grammar, in WebAssembly. */
export async function createPostgresParser(): Promise<Parse> {
  await loadModule()
  return (source) => {
    // A program of only spaces and comments is valid, but this parser wants text.
    if (source.trim() === '') return []
    try {
      parseSync(source)
      return []
    } catch (error) {
      const { message, sqlDetails } = error as SqlError
      if (sqlDetails === undefined) throw error
      // The source is too deep for the parser's stack, which says nothing about the syntax.
      if (message.startsWith('memory exhausted')) return null
      return [problemAt(source, unitsOf(source, sqlDetails.cursorPosition), message)]
    }
  }
}

/** DuckDB's grammar grew out of PostgreSQL's: a source that PostgreSQL accepts is right; about the others nothing is known. */
export async function createDuckdbParser(): Promise<Parse> {
  const parse = await createPostgresParser()
  return (source) => (parse(source)?.length === 0 ? [] : null)
}

/** PostgreSQL counts characters; strings count UTF-16 units. */
function unitsOf(source: string, characters: number): number {
  let units = 0
  for (let passed = 0; passed < characters && units < source.length; passed++) {
    units += (source.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  }
  return units
}
