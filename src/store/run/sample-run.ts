import { randomBytes } from 'node:crypto'
import type { EventOf } from '../../contract/event.ts'
import { ID_RANDOM_BYTES, makeId } from '../../contract/id.ts'
import type { ExecutionEnd, Outcome } from '../../contract/run.ts'
import type { OutputSegment, RunEntry } from '../event/journal-entry.ts'

/** Text that has broken database drivers: quotes, NUL, half a surrogate pair, characters of several planes. */
export const hostileText = `' " \\ \0 \u007f \ud800 \u{1f600} \u202e \r\n %s $1 ? :name {"a":1}`

export interface SampleRun {
  runId: string
  userId: string
  engineId: string
  startedAt: number
}

let made = 0

/** A run of its own user and engine: checks also run against databases with other data. */
export function sampleRun(known: Partial<SampleRun> = {}): SampleRun {
  const unique = randomBytes(6).toString('hex')
  // A new millisecond for each, so that ids sort by the order of making.
  const startedAt = known.startedAt ?? 1_700_000_000_000 + ++made
  const runId = makeId('run', startedAt, randomBytes(ID_RANDOM_BYTES))
  return { runId, userId: `user-${unique}`, engineId: `engine-${unique}`, startedAt, ...known }
}

const envelope = (run: SampleRun, seq: number) => ({
  id: `${run.runId}.${seq}`,
  subject: `run:${run.runId}` as const,
  userId: run.userId,
  runId: run.runId,
  sessionId: null,
  seq,
  at: run.startedAt + seq,
  cause: seq === 1 ? null : `${run.runId}.${seq - 1}`,
})

export const stageStart = (run: SampleRun, seq: number): EventOf<'stage.start'> => ({
  ...envelope(run, seq),
  type: 'stage.start',
  stage: 'execute',
  block: 0,
})

export const blockFound = (
  run: SampleRun,
  seq: number,
  language: string | null,
  code = hostileText,
): EventOf<'block.found'> => ({
  ...envelope(run, seq),
  type: 'block.found',
  block: seq,
  found: {
    language,
    confidence: 0.1 + 0.2,
    code,
    start: 0,
    end: code.length,
    line: 1,
    executable: true,
    reason: 'a check asks for it',
    complexity: 0.25,
  },
})

export const attemptStart = (run: SampleRun, seq: number, attempt: number): EventOf<'attempt.start'> => ({
  ...envelope(run, seq),
  ...{ type: 'attempt.start', block: 0, attempt, code: hostileText },
})

export const attemptEnd = (
  run: SampleRun,
  seq: number,
  known: Partial<ExecutionEnd & { language: string }> = {},
): EventOf<'attempt.end'> => ({
  ...envelope(run, seq),
  type: 'attempt.end',
  block: 0,
  attempt: 1,
  language: 'python',
  endedBy: 'exit',
  exitCode: 0,
  signal: null,
  durationMs: 12.345678901234,
  waitMs: 0,
  invalidUtf8: false,
  ...known,
})

export const outputSegment = (run: SampleRun, seq: number, lastSeq: number): OutputSegment => ({
  type: 'output.segment',
  subject: `run:${run.runId}`,
  userId: run.userId,
  runId: run.runId,
  seq,
  lastSeq,
  at: run.startedAt + seq,
  deltas: JSON.stringify([hostileText]),
  blob: null,
})

export const runEnd = (run: SampleRun, seq: number, outcome: Outcome = 'ok'): EventOf<'run.end'> => ({
  ...envelope(run, seq),
  type: 'run.end',
  outcome,
  durationMs: 4321.5,
  finalCode: hostileText,
})

/** The entries of one run, with every type among them. */
export function sampleStory(run: SampleRun): RunEntry[] {
  return [
    { ...envelope(run, 1), type: 'run.start', kind: 'text', bytes: 42 },
    stageStart(run, 2),
    blockFound(run, 3, 'python'),
    { ...envelope(run, 4), type: 'attempt.start', block: 0, attempt: 1, code: hostileText, diff: hostileText },
    outputSegment(run, 5, 9),
    { ...outputSegment(run, 10, 11), deltas: null, blob: '0'.repeat(64) },
    attemptEnd(run, 12, { exitCode: 1, error: { type: hostileText, message: hostileText, line: 3 } }),
    { ...envelope(run, 13), type: 'stage.end', stage: 'execute', durationMs: 0.125, block: 0 },
    runEnd(run, 14, 'failed'),
  ]
}
