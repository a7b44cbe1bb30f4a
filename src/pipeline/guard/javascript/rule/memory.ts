import type { Node } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const MOST_BYTES = 1e9
/** Each element has eight bytes or more. */
const MOST_ELEMENTS = 1e8

export const memoryRules: JavaScriptRule[] = [
  {
    id: 'javascript/huge-allocation',
    family: 'resources',
    severity: 'high',
    title: 'Asks for more memory than any such program needs',
    why: 'The machine runs out of memory.',
    remedy: 'Work on pieces, and bound sizes that others choose.',
    cwe: [789, 770],
    *find(program) {
      for (const call of program.calls) {
        const size = sizeOf(program, call)
        const value = size && program.evaluate(size)
        if (typeof value === 'number' && value >= (call.name === 'Array' ? MOST_ELEMENTS : MOST_BYTES))
          yield spotAt(call.node)
        else if (size && program.originsOf(size) & ORIGIN.request) yield spotAt(call.node, { severity: 'medium' })
      }
    },
  },
  {
    id: 'javascript/unsafe-buffer',
    family: 'secrets',
    severity: 'low',
    title: 'Makes a buffer that may hold what was in memory before',
    why: '`new Buffer` of a number, and `allocUnsafe`, show old contents of the memory of the program.',
    remedy: 'Use `Buffer.from` for data and `Buffer.alloc` for a size.',
    cwe: [908],
    *find(program) {
      for (const call of program.callsTo('Buffer', 'Buffer.allocUnsafe', 'Buffer.allocUnsafeSlow')) {
        const isForeign = program.originsOf(call.inputs[0]) & ORIGIN.request
        yield spotAt(call.node, { severity: isForeign ? 'high' : 'low', ...fromFor(program, call) })
      }
    },
  },
]

/** `new Buffer(text)` → `Buffer.from(text)`: only if the argument is certainly a text or a list. */
function fromFor(program: JavaScriptProgram, { node, callee, inputs: [first], isNew }: Call): Pick<Spot, 'fix'> {
  const isData = first && (program.shapeOf(first) !== undefined || program.follow(first).type === 'ArrayExpression')
  if (!isNew || !isData || program.sourceOf(callee) !== 'Buffer') return {}
  const edits = [{ start: node.start, end: callee.end, text: 'Buffer.from' }]
  return { fix: { title: 'Make the buffer of the data', edits } }
}

function sizeOf(program: JavaScriptProgram, { name, method, inputs, node }: Call): Node | undefined {
  if (
    /^Buffer\.(?:alloc|allocUnsafe)$|^Buffer$|^ArrayBuffer$|^SharedArrayBuffer$|^(?:Big)?(?:Ui|I)nt\d+Array$|^Float(?:32|64)Array$/.test(
      name,
    )
  )
    return inputs[0]
  if (name === 'Array' && inputs.length === 1 && node.parent?.type === 'MemberExpression') return inputs[0]
  if (method === 'repeat' && inputs.length === 1)
    return program.nameOf(node).startsWith('"') || /^''/.test(name) ? inputs[0] : undefined
  return undefined
}
