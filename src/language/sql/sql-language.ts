import { extname } from 'node:path'
import { readSqlFailure } from '../error/read-sql-failure.ts'
import { type Language, SUPPORT } from '../language.ts'

/** Sources here, what was built from them in the published package. */
const ENDING = extname(import.meta.filename)

/** What the three dialects share: each is a program of ours in Node, which the box has. */
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
    support: new URL('./box/', import.meta.url),
    reservedMb: 600,
    requires: null,
    package: 'node',
    isExpected: own.packages === undefined,
    errorOf: readSqlFailure,
  }
}
