import type { ProgramError } from '../contract/diagnosis.ts'
import { withExpression } from './error/with-expression.ts'
import { type Language, SUPPORT } from './language.ts'

export const r: Language = {
  id: 'r',
  aliases: ['rscript', 'rlang'],
  extensions: ['r'],
  fileName: 'main.R',
  command: ['/usr/bin/Rscript', '--vanilla', `${SUPPORT}/run.R`],
  support: new URL('./r/inside/', import.meta.url),
  reservedMb: 0,
  requires: '/usr/bin/Rscript',
  package: 'r-base-core',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readError(stderr), code),
}

const PARSE = /^Error in parse\(.*\) ?:\s*(?:\n\s*)?main\.R:(\d+):(\d+): (.*)$/m
const ERROR = /^Error(?: in ([^\n]*?))? ?: ?\n?\s*(.*)$/m
/** The last line that our own script writes. */
const PLACE = /^at main\.R:(\d+):(\d+)$/m

function readError(stderr: string): ProgramError | undefined {
  const [, parseLine, parseColumn, problem] = PARSE.exec(stderr) ?? []
  // R reports column 0 at the end of the input.
  if (problem !== undefined) {
    return { type: 'SyntaxError', message: problem, line: Number(parseLine), column: Number(parseColumn) || 1 }
  }
  const [, , message] = ERROR.exec(stderr) ?? []
  if (message === undefined) return undefined
  const [, line, column] = PLACE.exec(stderr) ?? []
  return line === undefined
    ? { type: 'Error', message }
    : { type: 'Error', message, line: Number(line), column: Number(column) }
}
