import { useMemo } from 'react'

export interface DrawnNode {
  id: string
  title: string
  detail: string
  state?: string | undefined
}

export interface DrawnEdge {
  from: string
  to: string
  label?: string | undefined
}

const NODE = { width: 168, height: 40 }
const GAP = { x: 48, y: 14 }

/** A graph in columns: each node stands behind everything that leads to it. */
export function Drawing({
  nodes,
  edges,
  label,
  chosen,
  onOpen,
}: {
  nodes: DrawnNode[]
  edges: DrawnEdge[]
  label: string
  chosen?: string | undefined
  onOpen?(id: string): void
}) {
  const places = useMemo(() => placesOf(nodes, edges), [nodes, edges])
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + NODE.width + 8
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + NODE.height + 8
  return (
    <div className="drawing" tabIndex={0} role="group" aria-label={label}>
      <div style={{ width, height, position: 'relative' }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges.map(({ from, to, label: word }) => {
            const [one, other] = [places.get(from), places.get(to)]
            if (!one || !other) return null
            const [x1, y1, x2, y2] = [one.x + NODE.width, one.y + NODE.height / 2, other.x, other.y + NODE.height / 2]
            const middle = (x1 + x2) / 2
            return (
              <path
                key={`${from} ${to} ${word}`}
                className="drawn-edge"
                d={`M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`}
              >
                <title>{word}</title>
              </path>
            )
          })}
        </svg>
        {nodes.map(({ id, title, detail, state }) => {
          const place = places.get(id)
          return (
            <button
              key={id}
              type="button"
              className="drawn-node"
              data-state={state}
              aria-pressed={id === chosen}
              title={title}
              style={{ left: place?.x, top: place?.y, width: NODE.width, height: NODE.height }}
              onClick={() => onOpen?.(id)}
            >
              <span className="cut">{title}</span>
              <span className="small quiet-text cut">
                {detail}
                {state && ` · ${state}`}
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** The column of a node is the longest way that leads to it; a circle is cut where it closes. */
function placesOf(nodes: DrawnNode[], edges: DrawnEdge[]): Map<string, { x: number; y: number }> {
  const before = new Map<string, string[]>()
  for (const { from, to } of edges) before.set(to, [...(before.get(to) ?? []), from])
  const known = new Set(nodes.map(({ id }) => id))
  const columns = new Map<string, number>()
  const columnOf = (id: string, trail: Set<string>): number => {
    const found = columns.get(id)
    if (found !== undefined) return found
    if (trail.has(id)) return 0
    trail.add(id)
    const ways = (before.get(id) ?? []).filter((each) => known.has(each)).map((each) => columnOf(each, trail) + 1)
    trail.delete(id)
    const column = Math.max(0, ...ways)
    columns.set(id, column)
    return column
  }
  const rows = new Map<number, number>()
  return new Map(
    nodes.map(({ id }) => {
      const column = columnOf(id, new Set())
      const row = rows.get(column) ?? 0
      rows.set(column, row + 1)
      return [id, { x: 4 + column * (NODE.width + GAP.x), y: 4 + row * (NODE.height + GAP.y) }]
    }),
  )
}
