interface Visit<T> {
  node: T
  next: number
  index: number
  low: number
}

/** The nodes on a cycle. Tarjan's strongly connected components, without recursion: graphs may be deep. */
export function onCycles<T>(graph: ReadonlyMap<T, readonly T[]>): Set<T> {
  const found = new Set<T>()
  const search: Search<T> = { graph, seen: new Map(), open: [], isOpen: new Set(), path: [] }
  for (const start of graph.keys()) {
    if (!search.seen.has(start)) enter(start, search)
    for (let visit = search.path.at(-1); visit; visit = search.path.at(-1)) {
      const target = graph.get(visit.node)?.[visit.next++]
      if (target !== undefined) follow(target, { visit, search })
      else for (const node of leave(visit, search)) found.add(node)
    }
  }
  return found
}

interface Search<T> {
  graph: ReadonlyMap<T, readonly T[]>
  seen: Map<T, Visit<T>>
  /** Nodes with a component that is not known yet. */
  open: T[]
  isOpen: Set<T>
  /** The path from the start of the search to the current node. */
  path: Visit<T>[]
}

function enter<T>(node: T, { seen, open, isOpen, path }: Search<T>): void {
  const visit = { node, next: 0, index: seen.size, low: seen.size }
  seen.set(node, visit)
  open.push(node)
  isOpen.add(node)
  path.push(visit)
}

function follow<T>(target: T, { visit, search }: { visit: Visit<T>; search: Search<T> }): void {
  const earlier = search.seen.get(target)
  if (!earlier) enter(target, search)
  else if (search.isOpen.has(target)) visit.low = Math.min(visit.low, earlier.index)
}

/** Completes a node after all nodes behind it; returns its component if that is a cycle. */
function leave<T>({ node, low, index }: Visit<T>, { graph, open, isOpen, path }: Search<T>): T[] {
  path.pop()
  const outer = path.at(-1)
  if (outer) outer.low = Math.min(outer.low, low)
  if (low !== index) return []
  const component = open.splice(open.lastIndexOf(node))
  for (const each of component) isOpen.delete(each)
  return component.length > 1 || graph.get(node)?.includes(node) ? component : []
}
