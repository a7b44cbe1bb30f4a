import { partsOf, sidesOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'

const MOST_DEPTH = 50

/** The unknown parts of a text, from left to right; a text that is no sum is its only part. */
export function unknownParts(program: JavaScriptProgram, from: Node, depth = 0): Node[] {
  const node = program.follow(from)
  if (program.constantOf(node) !== undefined) return []
  const parts = depth < MOST_DEPTH ? partsOfText(program, node) : []
  return parts.length > 0 ? parts.flatMap((part) => unknownParts(program, part, depth + 1)) : [node]
}

function partsOfText(program: JavaScriptProgram, node: Node): Node[] {
  if (node.type === 'TemplateString') {
    return node.children.filter(({ type }) => type === 'Interpolation').flatMap((each) => partsOf(each).slice(1, 2))
  }
  const sides = node.type === 'BinaryExpression' ? sidesOf(node) : undefined
  return sides && program.sourceOf(sides.sign) === '+' ? [sides.left, sides.right] : []
}
