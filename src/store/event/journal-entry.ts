import type { EngineEvent } from '../../contract/event.ts'

/** Program output between two stored events, kept together: inline when small, else the hash of a blob. */
export interface OutputSegment {
  type: 'output.segment'
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
export type JournalEntry = StoredEvent | OutputSegment
