import type { Subject } from '../../contract/event/envelope.ts'
import type { EngineEvent, RunEvent } from '../../contract/event.ts'

/** Program output between two stored events, kept together: inline when small, else the hash of a blob. */
export interface OutputSegment {
  type: 'output.segment'
  subject: Subject
  userId: string
  runId: string
  /** The first and last event number it covers; every number between belongs to it. */
  seq: number
  lastSeq: number
  at: number
  /** The `output.delta` events as JSON, or the blob that holds them. */
  deltas: string | null
  blob: string | null
}

export type StoredEvent = Exclude<EngineEvent, { type: 'output.delta' }>
/** What a run writes. */
export type RunEntry = Exclude<RunEvent, { type: 'output.delta' }> | OutputSegment
export type JournalEntry = StoredEvent | OutputSegment
