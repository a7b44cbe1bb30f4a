import type { EventOf, StreamEvent } from './event.ts'

/** A machine as its events describe it; fields that the API has too have the same values there. */
export interface MachineStory {
  id: string
  userId: string
  state: 'running' | 'paused' | 'ended'
  templateId: string
  alias: string | null
  metadata: Record<string, string>
  cpuCount: number
  memoryMb: number
  diskMb: number
  startedAtMs: number
  endAtMs: number
  hasMemory: boolean
  copyOf: string | null
  endReason: EventOf<'machine.ended'>['reason'] | null
}

/** The one fold from events to the life of a machine. A stream that begins in the middle gives what is known. */
export function reduceMachine(events: Iterable<StreamEvent>): MachineStory {
  const story = emptyMachine()
  for (const event of events) applyMachineEvent(story, event)
  return story
}

export const emptyMachine = (): MachineStory => ({
  ...{ id: '', userId: '', state: 'running', templateId: '', alias: null, metadata: {}, cpuCount: 0, memoryMb: 0 },
  ...{ diskMb: 0, startedAtMs: 0, endAtMs: 0, hasMemory: true, copyOf: null, endReason: null },
})

/** Changes `story` in place. */
export function applyMachineEvent(story: MachineStory, event: StreamEvent): MachineStory {
  switch (event.type) {
    case 'machine.created': {
      const { userId, subject, templateId, alias, metadata, cpuCount, memoryMb, diskMb } = event
      const { startedAtMs, endAtMs, copyOf } = event
      const id = subject.slice('machine:'.length)
      Object.assign(story, { id, userId, templateId, alias, metadata, cpuCount, memoryMb, diskMb })
      return Object.assign(story, { startedAtMs, endAtMs, copyOf })
    }
    case 'machine.changed':
      return Object.assign(story, { endAtMs: event.endAtMs, hasMemory: event.hasMemory })
    case 'machine.paused':
      return Object.assign(story, { state: 'paused', endAtMs: event.endAtMs, hasMemory: event.hasMemory })
    case 'machine.resumed':
      return Object.assign(story, { state: 'running', endAtMs: event.endAtMs, hasMemory: true })
    case 'machine.ended':
      return Object.assign(story, { state: 'ended', endReason: event.reason })
    default:
      return story
  }
}
