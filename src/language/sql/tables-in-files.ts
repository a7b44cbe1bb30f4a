import { basename, extname } from 'node:path'
import type { KnownTable } from '../language.ts'
import { READERS } from './inside/given-tables.ts'

/** Larger files are data that nobody misspells: reading them would hold up others. */
const MOST_BYTES = 1_048_576

/** Tables by the names under which a program finds them; a file that cannot be read as a table is none. */
export function tablesInFiles(files: ReadonlyMap<string, Uint8Array>): KnownTable[] {
  return [...files].flatMap(([path, content]) => {
    const ending = extname(path)
    const read = READERS[ending.toLowerCase()]
    if (!read || content.length > MOST_BYTES) return []
    try {
      const columns = read(Buffer.from(content).toString()).columns.map(({ name }) => name)
      return [...new Set([basename(path, ending), path])].map((name) => ({ name, columns }))
    } catch {
      return []
    }
  })
}
