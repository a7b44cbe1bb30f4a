import type { Node, Tree } from '../../../language/tree/tree.ts'
import type { Span } from './read-lines.ts'

const TEXTS = new Set(['Word', 'Name', 'HereDocBody', 'Assignment'])

/** Lines that begin with # outside of quotes and here documents. */
export function bashComments({ root, source }: Tree): Span[] {
  const texts: Span[] = []
  const look = (node: Node) => {
    if (TEXTS.has(node.type)) texts.push(node)
    else for (const child of node.children) look(child)
  }
  look(root)
  texts.sort((one, other) => one.start - other.start)
  const comments: Span[] = []
  let next = 0
  for (const { index } of source.matchAll(/^[ \t]*#/gm)) {
    const at = source.indexOf('#', index)
    while (next < texts.length && (texts[next] as Span).end <= at) next++
    const text = texts[next]
    if (text && text.start <= at) continue
    const end = source.indexOf('\n', at)
    comments.push({ start: at, end: end === -1 ? source.length : end })
  }
  return comments
}
