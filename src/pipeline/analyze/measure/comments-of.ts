import type { Node, Tree } from '../../../language/tree/tree.ts'
import type { Span } from './read-lines.ts'

const COMMENTS = new Set(['Comment', 'LineComment', 'BlockComment', 'Hashbang'])

/** Comments, and Python's docstrings, in the order of the source. */
export function commentsOf({ root }: Tree, language: string): Span[] {
  const hasDocumentation = language === 'python'
  const found: Span[] = []
  const look = (node: Node) => {
    if (COMMENTS.has(node.type) || (hasDocumentation && isDocumentation(node))) found.push(node)
    else for (const child of node.children) look(child)
  }
  look(root)
  return found
}

/** A string that is a statement of its own. */
const isDocumentation = ({ type, children }: Node): boolean =>
  type === 'ExpressionStatement' && children.length === 1 && children[0]?.type === 'String'
