import { argumentsOf, calleeOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Call } from '../program.ts'
import { elementsOf } from './follow.ts'
import type { Reading } from './reading.ts'

/** The callee and the arguments of a call; `call`, `apply` and `Reflect.apply` are resolved. */
export function readCall(reading: Reading, node: Node): Call[] {
  const callee = node.type === 'DynamicImport' ? node : calleeOf(node)
  if (!callee) return []
  const inputs = argumentsOf(node)
  const [first, second, third] = inputs
  const name = node.type === 'DynamicImport' ? 'import' : reading.nameOf(callee)
  const isNew = node.type === 'NewExpression' || name === 'Reflect.construct'
  const made = (target: string, given: readonly Node[]): Call[] => [
    { node, callee, name: target, method: target.slice(target.lastIndexOf('.') + 1), inputs: given, isNew },
  ]
  if (name === 'Reflect.apply' && first) return made(reading.nameOf(first), listed(reading, third))
  if (name === 'Reflect.construct' && first) return made(reading.nameOf(first), listed(reading, second))
  if (/[\w)]\.call$/.test(name)) return made(name.slice(0, -5), inputs.slice(1))
  if (/[\w)]\.apply$/.test(name)) return made(name.slice(0, -6), listed(reading, second))
  return made(name, inputs)
}

/** The elements of an argument list, or the list itself if it is no literal. */
function listed(reading: Reading, node: Node | undefined): readonly Node[] {
  if (!node) return []
  const target = reading.follow(node)
  return (target.type === 'ArrayExpression' && elementsOf(target)) || [node]
}
