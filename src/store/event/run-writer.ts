import { EngineError } from '../../contract/errors.ts'
import { eventId, type Subject } from '../../contract/event/envelope.ts'
import type { EventDraft, EventOf, RunEvent } from '../../contract/event.ts'
import { withRoundTimes } from '../../contract/round-ms.ts'
import type { Blobs } from '../blob/blobs.ts'
import { contentHash } from '../content/content-hash.ts'
import type { OutputRows } from '../output/output-rows.ts'
import { currentCause } from './caused-by.ts'
import type { EventRows } from './event-rows.ts'
import type { OutputSegment, RunEntry } from './journal-entry.ts'

type Delta = EventOf<'output.delta'>

export interface RunWriterParts {
  runId: string
  sessionId: string | null
  userId: string
  /** The turn that the writer has the run for; see `RunRows.take`. */
  turn: number
  /** The last number that is used up: that of an earlier turn, or none. */
  afterSeq: number
  rows: EventRows
  outputs: Pick<OutputRows, 'begin'>
  blobs: Blobs
  clock(): number
  /** Hides known secrets in the JSON of an event. */
  mask(json: string): string
  /** Called for every event, in order, once it is stored (output: once everything before it is stored). */
  publish(event: RunEvent): void
  /** Called when the store refused for good: the run cannot go on here, since its end could never be stored. */
  onLost(error: unknown): void
}

/** Output is stored when a stored event follows, or when this much has gathered. */
const SEGMENT_CHARACTERS = 262_144
/** The JSON of a piece is much longer than a short text in it: no segment takes long to read. */
const SEGMENT_PIECES = 10_000
/** Smaller segments stand in the row itself: a file for each would cost more than it saves. */
const INLINE_CHARACTERS = 65_536
/** Events within this time share a transaction: a short run is stored in one. No reader sees the difference. */
const GATHER_MS = 10
/** A locked or full database may recover; this many tries, each waiting twice as long, before the run is given up. */
const TRIES = 5
const FIRST_WAIT_MS = 50

/** Stamps the events of one run, stores them in batches and shows them to readers only then. */
export function createRunWriter(parts: RunWriterParts) {
  const queue: RunEvent[] = []
  let unsaved: Delta[] = []
  let unsavedCharacters = 0
  let seen: readonly Delta[] = []
  let seq = parts.afterSeq
  let draining: Promise<void> | undefined
  let closed = false
  let hasTold = parts.afterSeq > 0
  let stopGathering = () => {}
  const { runId, sessionId, userId } = parts
  const subject: Subject = `run:${runId}`
  const identity = { subject, userId, runId, sessionId }

  const emit = (draft: EventDraft): string => {
    const id = eventId(subject, seq + 1)
    if (closed) return id
    seq++
    const { type, cause = draft.type === 'run.start' ? currentCause() : null, ...data } = draft
    const stamped = { type, id, ...identity, seq, at: parts.clock(), cause, ...withRoundTimes(data) }
    queue.push(masked(stamped as RunEvent, parts.mask))
    draining ??= drain()
    if (type === 'run.end') stopGathering()
    return id
  }

  const drain = async () => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      stopGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    try {
      while (queue.length > 0) await store(queue.splice(0))
    } catch (error) {
      giveUp(error)
    } finally {
      draining = undefined
    }
  }

  const store = async (batch: RunEvent[]) => {
    const entries: RunEntry[] = []
    for (const event of batch) {
      if (event.type === 'output.delta') {
        unsaved.push(event)
        unsavedCharacters += event.text.length + (event.base64?.length ?? 0)
      }
      const isFull = unsavedCharacters > SEGMENT_CHARACTERS || unsaved.length >= SEGMENT_PIECES
      if (unsaved.length > 0 && (event.type !== 'output.delta' || isFull)) {
        entries.push(await segmentOf(unsaved, parts))
        unsaved = []
        unsavedCharacters = 0
      }
      if (event.type !== 'output.delta') entries.push(event)
    }
    if (entries.length > 0) await patiently(() => parts.rows.append(entries, parts.turn))
    hasTold = true
    // Set only now: output that is being stored is in no row yet, and its readers have not seen it.
    seen = [...unsaved]
    for (const event of batch) parts.publish(event)
    if (batch.at(-1)?.type === 'run.end') closed = true
  }

  const giveUp = (error: unknown) => {
    closed = true
    queue.length = 0
    parts.onLost(error)
    // The story goes on elsewhere, and its readers with it.
    if (isTaken(error)) return
    const info =
      error instanceof EngineError ? error.toInfo() : new EngineError('INTERNAL', { requestId: runId }).toInfo()
    const envelope = { id: eventId(subject, seq + 1), ...identity, seq: seq + 1, at: parts.clock(), cause: null }
    parts.publish({ type: 'run.end', ...envelope, outcome: 'error', durationMs: 0, error: info })
  }

  return {
    emit,
    /** Output that readers have seen but no row holds yet. */
    unsavedOutput: (): readonly Delta[] => seen,
    /** Whether any event was emitted: until then a new reader misses nothing. */
    hasTold: () => hasTold,
    /** Resolves when everything emitted is stored, or given up. */
    settled: async () => {
      while (draining) await draining
    },
  }
}
export type RunWriter = ReturnType<typeof createRunWriter>

export const isTaken = (error: unknown): boolean => error instanceof EngineError && error.code === 'RUN_TAKEN'

function masked(event: RunEvent, mask: (json: string) => string): RunEvent {
  const json = JSON.stringify(event)
  const safe = mask(json)
  if (safe === json) return event
  const { base64: _, ...shown } = JSON.parse(safe) as RunEvent & { base64?: string }
  // Secrets hidden in the text would still stand in its bytes.
  return shown as RunEvent
}

async function segmentOf(
  deltas: Delta[],
  { outputs, blobs }: Pick<RunWriterParts, 'outputs' | 'blobs'>,
): Promise<OutputSegment> {
  const [first, last] = [deltas[0], deltas.at(-1)]
  if (!first || !last) throw new Error('a segment holds at least one delta')
  const { subject, userId, runId, seq, at } = first
  // The segment names them once for all deltas.
  const json = JSON.stringify(deltas.map(({ subject: _, userId: __, ...delta }) => delta))
  const range = { type: 'output.segment' as const, subject, userId, runId, seq, lastSeq: last.seq, at }
  if (json.length <= INLINE_CHARACTERS) return { ...range, deltas: json, blob: null }
  const bytes = Buffer.from(json)
  const hash = await contentHash(bytes)
  await patiently(() => outputs.begin({ runId: first.runId, hash, bytes: bytes.length }))
  return { ...range, deltas: null, blob: await blobs.put(bytes) }
}

async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !(error instanceof EngineError && error.retry)) throw error
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** tries))
    }
  }
}
