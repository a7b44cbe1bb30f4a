import type { Statement } from './program.ts'
import { table } from './table.ts'

export const isHead = (statement: Statement | undefined): boolean => statement?.last.text === ':'

/** What must stand above, at the same depth. */
export const OPENED_BY = table<string[]>({
  else: ['if', 'elif', 'for', 'while', 'except', 'try', 'async'],
  elif: ['if', 'elif'],
  except: ['try', 'except'],
  finally: ['try', 'except', 'else'],
})

/** Blank lines or comments stand between them. */
export const isApart = (above: Statement | undefined, below: Statement): boolean =>
  above !== undefined && below.line - above.lastLine > 1
