import type { Spot } from '../../rule.ts'
import type { PythonProgram } from '../program.ts'
import type { Argument } from '../read/value.ts'

/** Rewrites `run(debug=True)` as `run(debug=False)`. */
export function falseDebug({ node }: Argument, { tree }: PythonProgram): Spot['fix'] {
  const isLiteral = tree.source.slice(node.start, node.end) === 'True'
  return isLiteral
    ? { title: 'Switch the debugger off', edits: [{ start: node.start, end: node.end, text: 'False' }] }
    : undefined
}
