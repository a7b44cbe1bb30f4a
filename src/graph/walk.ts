import type { z } from 'zod'
import type { ContextGraph, GraphEdge, GraphNode, graphQuery } from '../contract/graph.ts'
import { inSteps } from './in-steps.ts'
import type { WholeGraph } from './projection.ts'

export type Wanted = Omit<z.output<typeof graphQuery>, 'format'>

type Neighbours = Map<string, string[]>

/** The part of a graph that was asked for; undefined when it has no such subject. */
export async function walk(graph: WholeGraph, wanted: Wanted): Promise<ContextGraph | undefined> {
  const focus = await focusOf(graph, wanted)
  if (focus === undefined) return undefined
  const reached = await reachedFrom(graph, focus, wanted)
  const { from = 0, to = Number.POSITIVE_INFINITY, limit } = wanted
  const inTime = [...reached].flatMap((id) => {
    const node = graph.nodes.get(id)
    return node && node.at >= from && node.at < to ? [node] : []
  })
  const kept = inTime.slice(0, limit)
  const ids = new Set(kept.map(({ id }) => id))
  return {
    focus: focus.filter((id) => ids.has(id)),
    nodes: kept.sort(byTime),
    edges: await edgesWithin(graph.edges, ids),
    total: { nodes: graph.nodes.size, edges: graph.edges.length, events: graph.events },
    more: inTime.length - kept.length,
  }
}

async function edgesWithin(all: readonly GraphEdge[], ids: ReadonlySet<string>): Promise<GraphEdge[]> {
  const edges: GraphEdge[] = []
  await inSteps(all, (edge) => void (ids.has(edge.from) && ids.has(edge.to) && edges.push(edge)))
  return edges
}

const byTime = (one: GraphNode, other: GraphNode) => one.at - other.at

/** The nodes that the question is about; of a file all versions. */
async function focusOf(graph: WholeGraph, { subject, walk: way }: Wanted): Promise<string[] | undefined> {
  if (subject === undefined) return way === 'failure' ? lastFailure(graph, graph.nodes.keys()) : []
  const own = graph.nodes.has(subject) ? [subject] : versionsOf(graph, subject)
  if (own.length === 0) return undefined
  if (way !== 'failure') return own
  const forward = await neighbours(graph.edges, 'forward')
  const failures = lastFailure(graph, own[0]?.startsWith('failure:') ? own : spread(own, forward))
  return failures.length > 0 ? failures : own
}

const versionsOf = ({ nodes }: WholeGraph, subject: string): string[] =>
  subject.startsWith('file:') ? [...nodes.keys()].filter((id) => id.replace(/@\d+$/, '') === subject) : []

function lastFailure({ nodes }: WholeGraph, ids: Iterable<string>): string[] {
  let last: GraphNode | undefined
  for (const id of ids) {
    const node = nodes.get(id)
    if (node?.kind === 'failure' && (last === undefined || node.at >= last.at)) last = node
  }
  return last ? [last.id] : []
}

/** Nearest first. Without a subject: everything, the newest first. */
async function reachedFrom(
  graph: WholeGraph,
  focus: string[],
  { subject, walk: way, depth }: Wanted,
): Promise<Set<string>> {
  if (subject === undefined && way === 'around') return new Set([...graph.nodes.keys()].reverse())
  const effects = async () => spread(focus, await neighbours(graph.edges, 'forward'), depth)
  if (way === 'effects') return effects()
  const causes = spread(focus, await neighbours(graph.edges, 'backward'), depth)
  return way === 'around' ? nearestFirst(causes, await effects()) : causes
}

/** Both ways in turn, so that a limit cuts neither of them off. */
function nearestFirst(causes: Set<string>, effects: Set<string>): Set<string> {
  const all = new Set<string>()
  const [up, down] = [[...causes], [...effects]]
  for (let at = 0; at < Math.max(up.length, down.length); at++) {
    for (const id of [up[at], down[at]]) if (id !== undefined) all.add(id)
  }
  return all
}

async function neighbours(edges: readonly GraphEdge[], way: 'forward' | 'backward'): Promise<Neighbours> {
  const found: Neighbours = new Map()
  await inSteps(edges, ({ from, to }) => {
    const [near, far] = way === 'forward' ? [from, to] : [to, from]
    const known = found.get(near)
    if (known) known.push(far)
    else found.set(near, [far])
  })
  return found
}

/** Everything that can be reached, the nearest first. */
function spread(focus: Iterable<string>, next: Neighbours, depth = Number.POSITIVE_INFINITY): Set<string> {
  const reached = new Set(focus)
  let ring = [...reached]
  for (let step = 0; step < depth && ring.length > 0; step++) {
    const further = ring.flatMap((id) => next.get(id) ?? []).filter((id) => !reached.has(id))
    for (const id of further) reached.add(id)
    ring = [...new Set(further)]
  }
  return reached
}
