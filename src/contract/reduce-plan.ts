import type { StreamEvent } from './event.ts'
import type { PlanState, StepState } from './plan.ts'

/** A plan as its events describe it; states are those that the API shows. */
export interface PlanStory {
  id: string
  userId: string
  state: PlanState
  createdAt: number
  updatedAt: number
  replans: number
  /** Steps that are not waiting, by their paths. */
  steps: Record<string, StepState>
}

/** The one fold from events to the life of a plan. */
export function reducePlan(events: Iterable<StreamEvent>): PlanStory {
  const story = emptyPlan()
  for (const event of events) applyPlanEvent(story, event)
  return story
}

export const emptyPlan = (): PlanStory => ({
  ...{ id: '', userId: '', state: 'running', createdAt: 0, updatedAt: 0, replans: 0, steps: {} },
})

/** Changes `story` in place. */
export function applyPlanEvent(story: PlanStory, event: StreamEvent): PlanStory {
  Object.assign(story, { updatedAt: event.at })
  switch (event.type) {
    case 'plan.created':
      return Object.assign(story, {
        id: event.subject.slice('plan:'.length),
        userId: event.userId,
        createdAt: event.at,
      })
    case 'step.start':
      story.steps[event.step] = 'running'
      return story
    case 'step.end':
      story.steps[event.step] = event.state
      return story
    case 'step.unknown':
      story.steps[event.step] = 'unknown'
      return story
    case 'plan.paused':
      return Object.assign(story, { state: 'paused' })
    case 'plan.waiting':
      return Object.assign(story, { state: 'waiting' })
    case 'plan.end':
      return Object.assign(story, { state: event.state })
    case 'plan.resumed':
      if (event.step !== null && event.as === 'done') story.steps[event.step] = 'done'
      if (event.step !== null && event.as === 'again') delete story.steps[event.step]
      for (const step of event.anew) delete story.steps[step]
      for (const step of event.reopened) story.steps[step] = 'running'
      return Object.assign(story, { state: 'running' })
    case 'plan.changed':
      delete story.steps[event.failed]
      return Object.assign(story, { replans: story.replans + 1 })
    case 'plan.rerun':
      story.steps = Object.fromEntries(
        Object.entries(story.steps).filter(([path]) => !event.reset.includes(path.split(/[/[]/, 1)[0] ?? path)),
      ) as PlanStory['steps']
      return Object.assign(story, { state: 'running' })
    default:
      return story
  }
}
