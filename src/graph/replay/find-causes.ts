import { EngineError } from '../../contract/errors.ts'
import type { EngineEvent, EventOf } from '../../contract/event.ts'

/** Where a replay begins, and everything that has to be done again from there. */
export interface Causes {
  /** `checkpoint:ID`, or `session:ID` for the first moment of the session. */
  from: string
  /** `run:ID` and `action:ID`, in their order; the last is the subject. */
  steps: string[]
}

/**
 * The newest state before the subject that is still kept, and the steps since then. `kept` tells which checkpoints are
 * left. A state that somebody made in another way than by a run or an action cannot be made again.
 */
export function findCauses(
  events: readonly EngineEvent[],
  { subject, kept }: { subject: string; kept: ReadonlySet<string> },
): Causes {
  const steps: string[] = []
  const stepOf = stepsIn(events)
  const refuse = (reason: string) => new EngineError('NOT_REPLAYABLE', { subject, reason })
  const first = events.findIndex((event) => stepOf(event) === subject)
  const before = first === -1 ? [...events] : events.slice(0, first)
  /** Whether a state lies between two blocks of the run that would come next: a run cannot begin in its middle. */
  const isInside = (earlier: EngineEvent[]) => steps.length > 0 && earlier.some((event) => stepOf(event) === steps[0])
  const seen = new Set<string>([subject])
  for (const event of before.toReversed()) {
    const step = stepOf(event)
    if (step !== undefined) {
      if (!seen.has(step)) steps.unshift(step)
      seen.add(step)
      continue
    }
    if (event.type === 'session.advanced' && event.stateBytes !== null && !isOnlySaved(event)) {
      throw refuse(`event ${event.id} changed the session, and neither a run nor an action did it`)
    }
    if (event.type === 'session.restored' && !kept.has(event.checkpointId)) {
      throw refuse(`the session went back to checkpoint ${event.checkpointId}, which is removed`)
    }
    const from = beginningOf(event, kept)
    if (from !== undefined && !isInside(before.slice(0, before.indexOf(event))))
      return { from, steps: [...steps, subject] }
  }
  throw refuse('the first events of its session are deleted')
}

/** Names the run or the action that changed the session with an event. */
function stepsIn(events: readonly EngineEvent[]): (event: EngineEvent) => string | undefined {
  const actions = new Map(
    events.flatMap((event) => (event.type === 'action.start' ? [[event.id, event.actionId] as const] : [])),
  )
  return (event) => {
    if (event.type !== 'session.advanced') return undefined
    if (event.runId !== null) return `run:${event.runId}`
    const actionId = actions.get(event.cause ?? '')
    return actionId === undefined ? undefined : `action:${actionId}`
  }
}

/** A save without a changed file leaves the state as it was. */
const isOnlySaved = ({ isSaving, changedFiles }: EventOf<'session.advanced'>): boolean =>
  isSaving === true && !changedFiles

function beginningOf(event: EngineEvent, kept: ReadonlySet<string>): string | undefined {
  if (event.type === 'session.created') return event.subject
  const isState = event.type === 'checkpoint.created' || event.type === 'session.restored'
  return isState && kept.has(event.checkpointId) ? `checkpoint:${event.checkpointId}` : undefined
}
