import type { EngineEvent } from '../contract/event.ts'
import type { Area } from './area.ts'
import type { Plot } from './plot.ts'
import { putEnd } from './put-end.ts'

/** The facts of steps, plans and tasks that the graph shows; each event has some of them. */
interface Work {
  step?: string
  checkpointId?: string | null
  state?: string
  outcome?: string
  error?: { message: string }
  why?: string
  task?: string | null
}

/** Plans with their steps, and tasks: both begin actions, which name their events as causes. */
export const projectWork: Area = (event, plot) => {
  const work = event as EngineEvent & Work
  const type: string = event.type
  if (type.startsWith('step.')) projectStep(work, plot)
  else if (type === 'plan.end' || type === 'task.end') endWork(work, plot)
  else if (type === 'task.start') {
    const task = plot.node(event.subject, event, work.task ? { label: work.task } : {})
    plot.means(event, task)
    plot.cause(event, task)
  } else return false
  return true
}

function projectStep(event: EngineEvent & Work, plot: Plot): void {
  const { step = '', checkpointId, state, error, why } = event
  const plan = event.subject
  const id = plot.node(`step:${plan.slice('plan:'.length)}/${step}`, event, { label: step })
  const type: string = event.type
  if (type === 'step.start') {
    plot.means(event, id)
    plot.edge(plan, id, { kind: 'did', event })
    if (checkpointId) plot.edge(plot.node(`checkpoint:${checkpointId}`, event), id, { kind: 'began', event })
    return
  }
  const outcome = state ?? 'unknown'
  plot.node(id, event, { outcome, endedAt: event.at })
  putEnd(plot, event, {
    of: id,
    isGood: outcome === 'done' || outcome === 'skipped',
    label: error?.message ?? why ?? outcome,
  })
}

function endWork(event: EngineEvent & Work, plot: Plot): void {
  const outcome = event.state ?? event.outcome ?? 'ended'
  const node = plot.node(event.subject, event, { outcome, endedAt: event.at })
  const isGood = outcome === 'done' || outcome === 'ok'
  putEnd(plot, event, { of: node, isGood, label: event.error?.message ?? outcome })
}
