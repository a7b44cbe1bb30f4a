import { z } from 'zod'
import { accessEvents } from './event/access-events.ts'
import type { envelope, Subject } from './event/envelope.ts'
import { machineEvents } from './event/machine-events.ts'
import { runEvents } from './event/run-events.ts'
import { sessionEvents } from './event/session-events.ts'
import { templateEvents } from './event/template-events.ts'
import { volumeEvents } from './event/volume-events.ts'
import { capabilityEvents } from './words/capability-words.ts'

/** The part of the union that belongs to runs; `reduceRun` takes it. */
export const runEvent = z.discriminatedUnion('type', runEvents).meta({ id: 'RunEvent' })

/** Every event of every subject. */
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
/** An event about anything but a run: told when a row changes, in the same transaction. */
export type StreamEvent = Exclude<EngineEvent, { type: RunEvent['type'] }>
export type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>
type WithoutEnvelope<E> = E extends unknown ? Omit<E, keyof typeof envelope> : never

/**
 * An event as a stage hands it to `emit`; the journal adds the envelope. `cause` is the id that `emit` returned for an
 * earlier event.
 */
export type EventDraft = WithoutEnvelope<RunEvent> & { cause?: string }
export type Emit = (draft: EventDraft) => string

/** A change of something other than a run, as the changing code tells it; the store numbers it. */
export type StreamDraft = WithoutEnvelope<StreamEvent> & {
  subject: Subject
  userId: string
  at: number
  runId?: string | null
  sessionId?: string | null
  cause?: string | null
}
