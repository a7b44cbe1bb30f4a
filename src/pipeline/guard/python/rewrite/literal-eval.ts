import type { Spot } from '../../rule.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf } from '../read/make-value.ts'
import { importLine } from './import-line.ts'

/** A list, tuple, dictionary, number or text, without a call or a variable. */
const PLAIN_VALUE = /^\s*[[({]?[\s\w'",.:[\](){}+-]*[\])}]?\s*$/
const NAMES = /[A-Za-z_]\w*/g
const CONSTANTS = new Set(['True', 'False', 'None'])

/** Rewrites `eval('[1, 2]')` as `ast.literal_eval('[1, 2]')`, if that means the same. */
export function literalEval(call: Call, program: PythonProgram): Spot['fix'] {
  const text = constantOf(call.positional[0]?.value)
  const callee = call.node.children[0]
  if (text === undefined || text.length > 500 || callee?.type !== 'VariableName' || call.positional.length !== 1)
    return undefined
  const unquoted = text.replace(/'[^'\\]*'|"[^"\\]*"/g, '')
  if (
    !PLAIN_VALUE.test(unquoted) ||
    unquoted.includes('*') ||
    [...unquoted.matchAll(NAMES)].some(([name]) => !CONSTANTS.has(name))
  )
    return undefined
  if (/[\w\])]\s*[([]/.test(unquoted)) return undefined
  const { prefix, edits } = importLine(program, 'ast')
  const put = { start: callee.start, end: callee.end, text: `${prefix}.literal_eval` }
  return { title: 'Read the value without running it', edits: [...edits, put] }
}
