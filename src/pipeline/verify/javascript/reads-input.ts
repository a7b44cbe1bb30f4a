import type { Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import { pathOf } from './top-level.ts'

const READERS = ['readFileSync', 'readSync', 'readFile', 'createReadStream', 'openSync']
const MODULES = /^(?:node:)?readline(?:\/promises)?$/

/** Whether the program reads what is typed or piped in, which no test could know. */
export function readsInput(program: Node): boolean {
  let isReading = false
  walk(program, ({ node }) => {
    if (node.type === 'MemberExpression' && pathOf(node) === 'process.stdin') isReading = true
    if (node.type === 'StringLiteral' && MODULES.test(node.value)) isReading = true
    if (node.type === 'CallExpression' && READERS.includes(nameOf(node.callee as Node))) {
      const [from] = node.arguments
      if (from?.type === 'NumericLiteral' && from.value === 0) isReading = true
      if (from?.type === 'StringLiteral' && from.value === '/dev/stdin') isReading = true
    }
    return isReading ? 'skip' : undefined
  })
  return isReading
}

function nameOf(callee: Node): string {
  const named = callee.type === 'MemberExpression' ? callee.property : callee
  return named.type === 'Identifier' ? named.name : ''
}
