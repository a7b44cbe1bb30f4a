import type { EngineEvent, EventOf } from '../contract/event.ts'
import type { Area } from './area.ts'
import { putFile } from './file-versions.ts'
import type { Plot } from './plot.ts'

/** Sessions: the states that they went through, their files, and the checkpoints that hold states. */
export const projectSession: Area = (event, plot) => {
  switch (event.type) {
    case 'session.created':
      create(event, plot)
      return true
    case 'session.advanced':
      advance(event, plot)
      return true
    case 'session.restored': {
      const state = enter(event, plot, `back at ${event.checkpointId}`)
      plot.edge(plot.node(`checkpoint:${event.checkpointId}`, event), state, { kind: 'began', event })
      plot.cause(event, state)
      return true
    }
    case 'checkpoint.created': {
      const label = event.label ?? `${event.kind} checkpoint`
      const checkpoint = plot.node(`checkpoint:${event.checkpointId}`, event, { label })
      plot.means(event, checkpoint)
      const state = plot.states.get(event.sessionId ?? '')
      if (state !== undefined) plot.edge(state, checkpoint, { kind: 'saved', event })
      plot.cause(event, checkpoint)
      return true
    }
    case 'checkpoint.removed':
      plot.node(`checkpoint:${event.checkpointId}`, event, { outcome: `removed: ${event.reason}`, endedAt: event.at })
      return true
    case 'session.removed':
      plot.node(event.subject, event, { outcome: `removed: ${event.reason}`, endedAt: event.at })
      plot.states.delete(event.sessionId ?? '')
      return true
    default:
      return event.type === 'session.changed'
  }
}

function create(event: EventOf<'session.created'>, plot: Plot): void {
  const session = plot.node(event.subject, event, { label: event.conversation })
  plot.means(event, session)
  plot.cause(event, session)
  if (event.branchedFrom !== null) {
    plot.edge(plot.node(`checkpoint:${event.branchedFrom}`, event), session, { kind: 'began', event })
  }
  // Its first state is the session itself: nothing has happened in it yet.
  plot.states.set(event.sessionId ?? '', session)
}

function advance(event: EventOf<'session.advanced'>, plot: Plot): void {
  // Nothing was saved, so it is in the state that it was in.
  if (event.stateBytes === null || (event.isSaving && !event.changedFiles)) return
  const state = enter(event, plot, `state ${event.executions}`)
  plot.cause(event, state)
  for (const { path, change } of event.changedFiles?.changed ?? []) {
    if (change !== 'removed') putFile(plot, event, { place: event.subject, path, by: state })
  }
}

/** The session is in a new state, which came of the one before. */
function enter(event: EngineEvent, plot: Plot, label: string): string {
  const before = plot.states.get(event.sessionId ?? '')
  const state = plot.node(`state:${event.sessionId}@${event.seq}`, event, { label })
  plot.means(event, state)
  if (before !== undefined) plot.edge(before, state, { kind: 'led-to', event })
  plot.states.set(event.sessionId ?? '', state)
  return state
}
