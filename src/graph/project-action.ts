import type { EngineEvent, EventOf } from '../contract/event.ts'
import type { Area } from './area.ts'
import { fileNow, putFile } from './file-versions.ts'
import type { Plot } from './plot.ts'
import { putEnd } from './put-end.ts'

/** Actions of every type, with the files that they read and wrote. */
export const projectAction: Area = (event, plot) => {
  if (event.type === 'action.start') start(event, plot)
  else if (event.type === 'action.end') end(event, plot)
  else return false
  return true
}

type FileInput = { path?: unknown; from?: unknown; to?: unknown; volume?: unknown }

function start(event: EventOf<'action.start'>, plot: Plot): void {
  const { actionId, actionType, sessionId } = event
  const input = (event.input ?? {}) as FileInput
  const said = Object.values(input).find((value) => typeof value === 'string')
  const action = plot.node(`action:${actionId}`, event, {
    label: said === undefined ? actionType : `${actionType} ${said}`,
  })
  plot.means(event, action)
  plot.cause(event, action)
  const state = plot.states.get(sessionId ?? '')
  if (state !== undefined) plot.edge(state, action, { kind: 'began', event })
  if (!actionType.startsWith('file.')) return
  plot.inputs.set(actionId, { place: placeOf(event, input), ...input })
}

/** A file of a session is written by the state that holds it; one of a volume by the action itself. */
function end(event: EventOf<'action.end'>, plot: Plot): void {
  const { actionId, actionType, outcome, error } = event
  const action = plot.node(`action:${actionId}`, event, { outcome, endedAt: event.at })
  const after = event.runId === null ? undefined : [`failure:${event.runId}`, `result:${event.runId}`].find(plot.has)
  putEnd(plot, event, { of: action, isGood: outcome === 'ok', label: error?.message ?? outcome, after })
  const file = plot.inputs.get(actionId)
  plot.inputs.delete(actionId)
  if (file === undefined || outcome !== 'ok') return
  const path = actionType === 'file.move' ? file.to : file.path
  if (typeof path !== 'string') return
  const isWritten = actionType === 'file.write' || actionType === 'file.move'
  if (isWritten && file.place.startsWith('volume:')) putFile(plot, event, { place: file.place, path, by: action })
  if (actionType !== 'file.read') return
  const read = fileNow(plot, file.place, path) ?? putFile(plot, event, { place: file.place, path })
  plot.edge(read, action, { kind: 'read-by', event })
}

const placeOf = ({ sessionId, userId }: EngineEvent, { volume }: FileInput): string =>
  typeof volume === 'string' ? `volume:${volume}` : sessionId === null ? `user:${userId}` : `session:${sessionId}`
