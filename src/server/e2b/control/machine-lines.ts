import type { EngineEvent } from '../../../contract/event.ts'
import type { LineChoice } from './choose-lines.ts'

export interface MachineLine {
  atMs: number
  level: LineChoice['level']
  message: string
}

/** The log of a machine: its stream in words. A gap in the numbers shows events that the store no longer keeps. */
export function machineLines(events: readonly EngineEvent[]): MachineLine[] {
  let next = 1
  return events.flatMap((event) => {
    const gone = event.seq - next
    next = event.seq + 1
    const [message, level = 'info'] = wordsOf(event)
    const cut = `${gone} ${gone === 1 ? 'line is' : 'lines are'} no longer kept.`
    return [
      ...(gone > 0 ? [{ atMs: event.at, level: 'warn' as const, message: cut }] : []),
      { atMs: event.at, level, message },
    ]
  })
}

function wordsOf(event: EngineEvent): [message: string, level?: MachineLine['level']] {
  switch (event.type) {
    case 'machine.created':
      return ['The sandbox was started.']
    case 'machine.changed':
      return [`The sandbox was changed; its time is over at ${new Date(event.endAtMs).toISOString()}.`, 'debug']
    case 'machine.paused':
      return [event.hasMemory ? 'The sandbox was paused with its memory.' : 'The sandbox was paused.']
    case 'machine.resumed':
      return [event.fromFiles ? 'The sandbox was booted from its files.' : 'The sandbox was resumed.']
    case 'machine.copied':
      return [`The sandbox was forked; the copy is ${event.machineId}.`]
    case 'machine.saved':
      return [`A snapshot of the sandbox was made: ${event.templateId}.`]
    case 'machine.warned':
      return [event.message, 'warn']
    case 'machine.ended':
      return [`The sandbox ended: ${event.reason}.`]
    default:
      return [event.type, 'debug']
  }
}
