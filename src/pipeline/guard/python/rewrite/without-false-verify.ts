import type { Spot } from '../../rule.ts'
import type { PythonProgram } from '../program.ts'
import type { Argument } from '../read/value.ts'
import { withoutKeyword } from './without-keyword.ts'

/** Rewrites `get(url, verify=False)` as `get(url)`. */
export function withoutFalseVerify(argument: Argument, program: PythonProgram): Spot['fix'] {
  const removal = withoutKeyword(argument, program)
  return removal && argument.node.type === 'Boolean' ? { title: 'Check the certificate', edits: [removal] } : undefined
}
