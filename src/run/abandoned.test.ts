import { describe, expect, it } from 'vitest'
import { EngineError } from '../contract/errors.ts'
import type { EventRows } from '../store/event/event-rows.ts'
import type { RunEntry } from '../store/event/journal-entry.ts'
import { endAbandoned } from './abandoned.ts'

const run = { runId: 'run1', userId: 'ada', startedAt: 1000, turn: 0 }
const owned = { subject: 'run:run1', userId: 'ada', runId: 'run1' } as const
const envelope = { ...owned, sessionId: null, at: 1, cause: null }
const started: RunEntry = { type: 'stage.start', id: 'run1.1', seq: 1, stage: 'execute', ...envelope }
const output: RunEntry = {
  type: 'output.segment',
  ...owned,
  seq: 2,
  lastSeq: 7,
  at: 1,
  deltas: null,
  blob: 'gone',
}
const ended: RunEntry = {
  type: 'run.end',
  id: 'run1.8',
  seq: 8,
  outcome: 'ok',
  durationMs: 1,
  ...envelope,
}

function rowsWith(entries: RunEntry[], append?: EventRows['append']) {
  const added: RunEntry[] = []
  const rows: Pick<EventRows, 'read' | 'append'> = {
    read: async () => entries,
    append: append ?? (async (more) => void added.push(...more)),
  }
  return { rows, added }
}

describe('an abandoned run', () => {
  it('gets its missing end, numbered behind everything that a reader can have seen', async () => {
    for (const [entries, lastSeq, cause] of [
      [[], 0, null],
      [[started], 1, 'run1.1'],
      [[started, output], 7, 'run1.7'],
    ] as const) {
      const { rows, added } = rowsWith([...entries])
      await endAbandoned(run, { rows, now: 5000 })
      expect(added).toMatchObject([{ type: 'run.end', cause, at: 5000, durationMs: 4000, outcome: 'error' }])
      const [end] = added
      expect(end?.seq).toBeGreaterThan(lastSeq)
      expect(end).toMatchObject({ id: `run1.${end?.seq}`, error: { code: 'RUN_INTERRUPTED', retry: true } })
    }
  })

  it('ends with the reason where it is known', async () => {
    const { rows, added } = rowsWith([started])
    const error = new EngineError('STORE_FULL', { reason: 'no room' }).toInfo()
    await endAbandoned({ ...run, error }, { rows, now: 5000 })
    expect(added).toMatchObject([{ error }])
  })

  it('is left alone when it has an end, also when another engine was faster', async () => {
    const { rows, added } = rowsWith([started, output, ended])
    await endAbandoned(run, { rows, now: 5000 })
    expect(added).toEqual([])
    const late = rowsWith([started], () => Promise.reject(new EngineError('RUN_ALREADY_ENDED', { runId: 'run1' })))
    await endAbandoned(run, { rows: late.rows, now: 5000 })
  })

  it('stays owed when the store refuses', async () => {
    const full = rowsWith([started], () => Promise.reject(new EngineError('STORE_FULL', { reason: 'no room' })))
    await expect(endAbandoned(run, { rows: full.rows, now: 5000 })).rejects.toMatchObject({ code: 'STORE_FULL' })
  })
})
