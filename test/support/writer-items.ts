import { createHash } from 'node:crypto'
import { makeId } from '../../src/contract/id.ts'
import type { RunEntry } from '../../src/store/event/journal-entry.ts'
import {
  attemptEnd,
  blockFound,
  outputSegment,
  runEnd,
  type SampleRun,
  stageStart,
} from '../../src/store/run/sample-run.ts'

/** The writer's runs, made from numbers alone: the test knows each item without being told its content. */
export function writerRun(round: number, number: number): SampleRun {
  const startedAt = 1_700_000_000_000 + round * 10_000 + number
  const random = createHash('sha256').update(`${round} ${number}`).digest()
  return { runId: makeId('run', startedAt, random), userId: userOf(round), engineId: 'writer', startedAt }
}

export const userOf = (round: number) => `writer-${round}`

/** The batches of one run, in order; the last one ends it. */
export function writerBatches(run: SampleRun): RunEntry[][] {
  return [
    [blockFound(run, 1, 'python'), stageStart(run, 2), outputSegment(run, 3, 8)],
    [attemptEnd(run, 9, { exitCode: 1 })],
    [10, 11, 12, 13, 14].map((seq) => stageStart(run, seq)),
    [attemptEnd(run, 15), runEnd(run, 16)],
  ]
}

export function writerContent(round: number, number: number): Buffer {
  const text = createHash('sha256').update(`content ${round} ${number}`).digest('hex')
  return Buffer.from(text.repeat(1 + (number % 7) * 150))
}

/** One line of the writer: the items that are safe, by their numbers. */
export type Acknowledged = { run: number; batches: number } | { content: number; hash: string }
