import type { EngineEvent } from '../contract/event.ts'
import { type EdgeKind, type GraphEdge, type GraphNode, type NodeKind, nodeKind } from '../contract/graph.ts'
import { inSteps } from './in-steps.ts'
import { labelText } from './label-text.ts'

/** The part of an event that nodes and edges need. */
export type Told = Pick<EngineEvent, 'id' | 'at' | 'userId' | 'cause'>

export interface NodeDraft {
  label?: string
  outcome?: string
  endedAt?: number
}

/** A graph that grows: areas put nodes and edges into it. */
export interface Plot {
  /** Adds a node, or adds to one that is there. Gives its id. */
  node(id: string, event: Told, draft?: NodeDraft): string
  edge(from: string, to: string, link: { kind: EdgeKind; event: Told }): void
  /** Links the cause of the event with a node; without a cause its user did it. */
  cause(event: Told, to: string): void
  /** Events that name this one as their cause mean this node. */
  means(event: Told, node: string): void
  has(id: string): boolean
  /** The state that a session is in now. */
  states: Map<string, string>
  /** The newest version of each file, by the id without its version. */
  files: Map<string, number>
  /** The last failure of each run that goes on. */
  failures: Map<string, string>
  /** The input of each action on files that goes on. */
  inputs: Map<string, { place: string; path?: unknown; to?: unknown }>
  finish(): Promise<{ nodes: ReadonlyMap<string, GraphNode>; edges: readonly GraphEdge[] }>
}

const KINDS: ReadonlySet<string> = new Set(nodeKind.options)

export function createPlot(): Plot {
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  const causes: { cause: string; to: string; event: Told }[] = []
  const meanings = new Map<string, string>()

  const put = (map: Map<string, GraphEdge>, { from, to, kind, at, event }: GraphEdge) => {
    const key = `${from}\n${to}\n${kind}`
    if (from !== to && !edges.has(key) && !map.has(key)) map.set(key, { from, to, kind, at, event })
  }
  const edge: Plot['edge'] = (from, to, { kind, event }) =>
    put(edges, { from, to, kind, at: event.at, event: event.id })
  const node: Plot['node'] = (id, event, { label, ...draft } = {}) => {
    const known = nodes.get(id)
    const text = label === undefined ? (known?.label ?? labelText(id)) : labelText(label)
    if (known) Object.assign(known, draft, { label: text })
    else nodes.set(id, { id, kind: kindOf(id), label: text, at: event.at, event: event.id, ...draft })
    return id
  }

  return {
    node,
    edge,
    cause(event, to) {
      if (event.cause !== null) causes.push({ cause: event.cause, to, event })
      else edge(node(`user:${event.userId}`, event, { label: event.userId }), to, { kind: 'did', event })
    },
    means: (event, id) => void meanings.set(event.id, id),
    has: (id) => nodes.has(id),
    states: new Map(),
    files: new Map(),
    failures: new Map(),
    inputs: new Map(),
    /** Causes are looked up last: the journal may hold an effect before its cause, when two writers told them. */
    async finish() {
      const allNodes = new Map(nodes)
      const further = new Map<string, GraphEdge>()
      await inSteps(causes, ({ cause, to, event }) => {
        const from = meanings.get(cause) ?? subjectOf(cause)
        // The events of a cause may be deleted: then it is known by its name alone.
        if (!allNodes.has(from)) {
          allNodes.set(from, { id: from, kind: kindOf(from), label: labelText(from), at: event.at })
        }
        put(further, { from, to, kind: isPerson(from) ? 'did' : 'caused', at: event.at, event: event.id })
      })
      return { nodes: allNodes, edges: [...edges.values(), ...further.values()] }
    },
  }
}

const isPerson = (id: string): boolean => id.startsWith('user:') || id.startsWith('key:')

function kindOf(id: string): NodeKind {
  const kind = id.slice(0, id.indexOf(':'))
  return KINDS.has(kind) ? (kind as NodeKind) : 'thing'
}

/** The subject of an event by the event's id; `key:ID` and `user:NAME` are subjects already. */
function subjectOf(eventId: string): string {
  const subject = eventId.replace(/\.\d+$/, '')
  return subject.includes(':') ? subject : `run:${subject}`
}
