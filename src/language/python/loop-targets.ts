import type { Node } from '../tree/tree.ts'

/** The targets of loops, comprehensions, and generator arguments of calls. */
export function betweenForAndIn(children: readonly Node[]): Node[] {
  let isTarget = false
  return children.filter(({ type }) => {
    if (type === 'for') isTarget = true
    if (type === 'in') isTarget = false
    return isTarget
  })
}
