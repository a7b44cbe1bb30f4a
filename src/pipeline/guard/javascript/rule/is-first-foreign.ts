import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { partsOf, sidesOf } from '../read/nodes.ts'
import { ORIGIN } from '../read/origin.ts'

/** Whoever writes the beginning of an address chooses the host; behind a fixed beginning only a path is chosen. */
export function isFirstForeign(program: JavaScriptProgram, address: Node): boolean {
  return (program.originsOf(firstUnknown(program, address, 0)) & ORIGIN.request) !== 0
}

/** The leftmost part of a text that is not written down. */
function firstUnknown(program: JavaScriptProgram, from: Node, depth: number): Node {
  const node = program.follow(from)
  const parts = depth < 50 ? partsOfText(program, node) : []
  const unknown = parts.find((part) => program.constantOf(part) === undefined)
  return unknown ? firstUnknown(program, unknown, depth + 1) : node
}

function partsOfText(program: JavaScriptProgram, node: Node): Node[] {
  if (node.type === 'TemplateString') {
    return node.children.filter(({ type }) => type === 'Interpolation').flatMap((each) => partsOf(each).slice(1, 2))
  }
  const sides = node.type === 'BinaryExpression' ? sidesOf(node) : undefined
  return sides && program.sourceOf(sides.sign) === '+' ? [sides.left, sides.right] : []
}
