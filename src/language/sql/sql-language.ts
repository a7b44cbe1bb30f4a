import { extname } from 'node:path'
import type { ProgramError } from '../../contract/diagnosis.ts'
import { type Language, SUPPORT } from '../language.ts'

/** Sources here, what was built from them in the published package. */
const ENDING = extname(import.meta.filename)

/** What the three dialects share: each is a program of ours in Node, which the box has. */
export function sqlLanguage(
  own: Pick<Language, 'id' | 'aliases' | 'extensions' | 'packages'> & { main: string; nodeFlags?: string[] },
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
    errorOf: ({ stderr }) => readFailure(stderr),
  }
}

/** The last thing that our program writes; a message may have lines of its own. */
const FAILURE = /(?:^|\n)main\.sql:(\d+):(\d+): (\w+): ([\s\S]*?)\n$/

function readFailure(stderr: string): ProgramError | undefined {
  const [, line, column, type, message] = FAILURE.exec(stderr) ?? []
  if (type === undefined || message === undefined) return undefined
  return { type, message, line: Number(line), column: Number(column) }
}
