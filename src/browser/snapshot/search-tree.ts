import type { SnapshotNode } from './page-memory.ts'

const MOST_FOUND = 50

/** The nodes that have these words in their name, value or address, with the nodes above them; of text they take what is around it. */
export function searchTree(nodes: SnapshotNode[], words: string): { nodes: SnapshotNode[]; found: number } {
  const wanted = words.toLowerCase()
  let found = 0
  const fits = ({ n, v = '', u = '', r }: SnapshotNode): boolean =>
    `${n}\n${v}\n${u}\n${r}`.toLowerCase().includes(wanted)
  const keep = (list: SnapshotNode[]): SnapshotNode[] =>
    list.flatMap((node) => {
      if (fits(node)) {
        found++
        return found > MOST_FOUND ? [] : [node]
      }
      const { more: _, ...rest } = node
      const below = keep(node.c ?? [])
      return below.length === 0 ? [] : [{ ...rest, c: below }]
    })
  const kept = keep(nodes)
  return { nodes: kept, found }
}
