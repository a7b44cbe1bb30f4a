import { table } from '../../../language/table.ts'
import type { Statement } from './program.ts'

export const isHead = (statement: Statement | undefined): boolean => statement?.last.text === ':'

/** Keywords that must stand above, at the same depth. */
export const OPENED_BY = table<string[]>({
  else: ['if', 'elif', 'for', 'while', 'except', 'try', 'async'],
  elif: ['if', 'elif'],
  except: ['try', 'except'],
  finally: ['try', 'except', 'else'],
})

/** Whether blank lines or comments stand between the two. */
export const isApart = (above: Statement | undefined, below: Statement): boolean =>
  above !== undefined && below.line - above.lastLine > 1
