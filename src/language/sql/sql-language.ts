import { extname } from 'node:path'
import { readSqlFailure } from '../error/read-sql-failure.ts'
import { type Language, SUPPORT } from '../language.ts'
import { sqliteInWords } from './sqlite-in-words.ts'

/** Modules in this repository, one script for each dialect in the published package: Node starts a script sooner. */
const ENDING = extname(import.meta.filename) === '.ts' ? '.mjs' : '.cjs'

/** The common parts of the three dialects: each is one of our Node programs, and Node is in the sandbox. */
export function sqlLanguage(
  own: Pick<Language, 'id' | 'aliases' | 'extensions' | 'packages' | 'waiting'> & {
    main: string
    nodeFlags?: string[]
  },
): Language {
  const { main, nodeFlags = [], ...names } = own
  return {
    ...names,
    fileName: 'main.sql',
    command: ['node', '--disable-warning=ExperimentalWarning', ...nodeFlags, `${SUPPORT}/${main}${ENDING}`],
    support: new URL('./inside/', import.meta.url),
    reservedMb: 600,
    requires: null,
    package: 'node',
    refusesNul: true,
    isExpected: own.packages === undefined,
    errorOf: readSqlFailure,
    inWords: sqliteInWords,
    tablesIn: async (files) => (await import('./tables-in-files.ts')).tablesInFiles(files),
  }
}
