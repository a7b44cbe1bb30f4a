import { z } from 'zod'
import { accessEvents } from './event/access-events.ts'
import type { envelope, Subject } from './event/envelope.ts'
import { machineEvents } from './event/machine-events.ts'
import { runEvents } from './event/run-events.ts'
import { sessionEvents } from './event/session-events.ts'
import { templateEvents } from './event/template-events.ts'
import { volumeEvents } from './event/volume-events.ts'
import { capabilityEvents } from './words/capability-words.ts'

/** The part of the union that tells the story of a run; `reduceRun` takes it. */
export const runEvent = z.discriminatedUnion('type', runEvents).meta({ id: 'RunEvent' })

/** Everything that is told, by anything. */
export const engineEvent = z
  .discriminatedUnion('type', [
    ...runEvents,
    ...sessionEvents,
    ...machineEvents,
    ...volumeEvents,
    ...templateEvents,
    ...accessEvents,
    ...capabilityEvents,
  ])
  .meta({ id: 'EngineEvent' })

export type EngineEvent = z.infer<typeof engineEvent>
export type RunEvent = z.infer<typeof runEvent>
/** About anything but a run: told when a row changes, in the same transaction. */
export type StreamEvent = Exclude<EngineEvent, { type: RunEvent['type'] }>
export type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>
type WithoutEnvelope<E> = E extends unknown ? Omit<E, keyof typeof envelope> : never

/** What a stage hands to `emit`; the journal adds the envelope. `cause` is the id `emit` gave for an earlier event. */
export type EventDraft = WithoutEnvelope<RunEvent> & { cause?: string }
export type Emit = (draft: EventDraft) => string

/** A change of something that is no run, as whoever makes the change tells it; the store numbers it. */
export type StreamDraft = WithoutEnvelope<StreamEvent> & {
  subject: Subject
  userId: string
  at: number
  runId?: string | null
  sessionId?: string | null
  cause?: string | null
}
