import type { TextEdit } from '../../../../contract/finding.ts'
import type { PythonProgram } from '../program.ts'
import type { Argument } from '../read/value.ts'

/** Removes an argument and the comma before it; `undefined` without a comma before it. */
export function withoutKeyword(argument: Argument, { tree }: PythonProgram): TextEdit | undefined {
  let start = argument.start - 1
  while (start > 0 && /\s/.test(tree.source[start] ?? '')) start -= 1
  return tree.source[start] === ',' ? { start, end: argument.node.end, text: '' } : undefined
}
