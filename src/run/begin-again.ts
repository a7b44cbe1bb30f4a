import { createHash } from 'node:crypto'
import { eventId } from '../contract/event/envelope.ts'
import type { RunRequest } from '../contract/run.ts'
import { keptRequest } from '../pipeline/kept-request.ts'
import type { BegunAgain } from '../pipeline/loop-parts.ts'
import type { EventRows } from '../store/event/event-rows.ts'
import type { AbandonedRun } from '../store/run/run-rows.ts'
import { LOST_NUMBERS } from './abandoned.ts'

/** A run that brings its engine down must not do so for ever. */
const MOST_TURNS = 3

/** A model was paid for, or a host was reached that a person had opened meanwhile: a second time would be an effect as well. */
const LEFT_THE_SANDBOX = ['model.asked', 'egress.request'] as const

/** An abandoned run, and the request that it is begun again from. */
export interface RunToBegin {
  run: AbandonedRun
  request: RunRequest
}

/**
 * The fingerprint of a request whose run another engine may begin again: a background run that has nothing but fresh sandboxes without
 * network. Undefined for every other: its effects may have left the sandbox, and nothing is repeated in silence.
 */
export function fingerprintOf(request: RunRequest): string | undefined {
  const { session, options = {} } = request
  if (request.background !== true || session !== undefined || (options.network?.allow ?? []).length > 0)
    return undefined
  const kept = keptRequest(request)
  return kept && createHash('sha256').update(JSON.stringify(kept)).digest('hex')
}

/** The request of a run that may be begun again; undefined where the run has to end instead. */
export async function requestToBegin(
  { runId, turn, fingerprint, isToBeCancelled }: AbandonedRun,
  rows: Pick<EventRows, 'readType'>,
): Promise<RunRequest | undefined> {
  if (fingerprint === null || isToBeCancelled || turn + 1 >= MOST_TURNS) return undefined
  const [start] = await rows.readType(runId, 'run.start')
  if (start?.type !== 'run.start') return undefined
  for (const type of LEFT_THE_SANDBOX) if ((await rows.readType(runId, type)).length > 0) return undefined
  const request = { ...start.request, background: true }
  // A secret in the request is hidden in the event: that program would be another one.
  return fingerprintOf(request) === fingerprint ? request : undefined
}

/** The place of the next turn in the story of a run: behind everything that a reader can have seen. */
export async function nextTurn(
  { runId, turn, startedAt }: AbandonedRun,
  { rows, now }: { rows: Pick<EventRows, 'lastSeq'>; now: number },
): Promise<{ turn: number; afterSeq: number; again: BegunAgain }> {
  const subject = `run:${runId}` as const
  const lastSeq = await rows.lastSeq(subject)
  const again = { times: turn + 1, cause: eventId(subject, lastSeq), sinceMs: Math.max(0, now - startedAt) }
  return { turn: turn + 1, afterSeq: lastSeq + LOST_NUMBERS, again }
}
