interface Visit<T> {
  node: T
  next: number
  index: number
  low: number
}

/** The nodes that can be reached from themselves. Tarjan's strongly connected components, without recursion: graphs may be deep. */
export function onCycles<T>(graph: ReadonlyMap<T, readonly T[]>): Set<T> {
  const found = new Set<T>()
  const seen = new Map<T, Visit<T>>()
  const open: T[] = []
  const isOpen = new Set<T>()
  const enter = (node: T): Visit<T> => {
    const visit = { node, next: 0, index: seen.size, low: seen.size }
    seen.set(node, visit)
    open.push(node)
    isOpen.add(node)
    return visit
  }
  const close = (visit: Visit<T>) => {
    const component = open.splice(open.lastIndexOf(visit.node))
    for (const node of component) {
      isOpen.delete(node)
      if (component.length > 1 || graph.get(node)?.includes(node)) found.add(node)
    }
  }
  for (const start of graph.keys()) {
    if (seen.has(start)) continue
    const path = [enter(start)]
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const target = graph.get(visit.node)?.[visit.next++]
      if (target !== undefined) {
        const earlier = seen.get(target)
        if (!earlier) path.push(enter(target))
        else if (isOpen.has(target)) visit.low = Math.min(visit.low, earlier.index)
        continue
      }
      path.pop()
      const outer = path.at(-1)
      if (outer) outer.low = Math.min(outer.low, visit.low)
      if (visit.low === visit.index) close(visit)
    }
  }
  return found
}
