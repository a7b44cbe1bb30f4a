import type { EngineEvent } from '../contract/event.ts'
import type { LogEntry } from '../contract/task.ts'

/** One event of a task as a sentence; undefined for an event of something else. */
export function logEntryOf(event: EngineEvent): LogEntry | undefined {
  const entry = { at: event.at, event: event.id }
  switch (event.type) {
    case 'task.start': {
      const { taskType, confidence, reasons } = event
      const text =
        taskType === null ? 'An action was given.' : `Taken for ${taskType} (${confidence}): ${reasons.join(', ')}.`
      return { ...entry, step: 'start', text }
    }
    case 'task.tried': {
      const { attempt, actionType, actionId, passed, reasons } = event
      const text = `Try ${attempt}, ${actionType}: ${passed ? 'as expected' : 'not as expected'}, since ${reasons.join(', ')}.`
      return { ...entry, step: 'tried', text, actionId }
    }
    case 'task.revised':
      return { ...entry, step: 'revised', text: `Revised by ${event.by}: ${event.why}.` }
    case 'task.end': {
      const { outcome, stopped, error } = event
      const why = error?.message ?? (stopped && `stopped by ${stopped}`)
      return { ...entry, step: 'end', text: `Ended: ${outcome}${why ? `; ${why}` : ''}` }
    }
    default:
      return undefined
  }
}
