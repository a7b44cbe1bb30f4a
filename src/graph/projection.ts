import type { EngineEvent } from '../contract/event.ts'
import type { GraphEdge, GraphNode } from '../contract/graph.ts'
import type { Area } from './area.ts'
import { createPlot } from './plot.ts'
import { projectAction } from './project-action.ts'
import { projectOther } from './project-other.ts'
import { projectRun } from './project-run.ts'
import { projectSession } from './project-session.ts'
import { projectWork } from './project-work.ts'

/** The whole graph of one user. */
export interface WholeGraph {
  nodes: ReadonlyMap<string, GraphNode>
  edges: readonly GraphEdge[]
  events: number
}

export interface Projection {
  /** Takes the events of one user in the order of the journal. */
  add(event: EngineEvent): void
  graph(): Promise<WholeGraph>
}

/** Folds events into the context graph: the same events give the same graph, in however many pieces they come. */
export function createProjection(): Projection {
  const plot = createPlot()
  let events = 0
  return {
    add(event) {
      events++
      // The first events of a thing may be deleted.
      plot.node(event.subject, event)
      areas.find((area) => area(event, plot))
    },
    graph: async () => ({ ...(await plot.finish()), events }),
  }
}

/** The last takes whatever the others left: an event of a kind that is new is a node with its cause all the same. */
const areas: Area[] = [projectRun, projectSession, projectAction, projectWork, projectOther]
