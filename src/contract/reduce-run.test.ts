import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventDraft, RunEvent } from './event.ts'
import { runEvent } from './event.ts'
import { applyEvent, emptyRun, reduceRun } from './reduce-run.ts'
import { runResult } from './run.ts'

const stamp = (drafts: EventDraft[]): RunEvent[] =>
  drafts.map((draft, index) =>
    runEvent.parse({
      id: `run.${index + 1}`,
      subject: 'run:run',
      userId: 'u',
      runId: 'run',
      sessionId: null,
      seq: index + 1,
      at: 1000 + index,
      cause: null,
      ...draft,
    }),
  )

const found = {
  language: 'python',
  confidence: 1,
  code: 'x',
  start: 0,
  end: 1,
  line: 1,
  executable: true,
  reason: 'r',
  complexity: 0,
}
const end = { endedBy: 'exit' as const, exitCode: 0, signal: null, durationMs: 5, waitMs: 2, invalidUtf8: false }
const story: EventDraft[] = [
  { type: 'run.start', kind: 'code', bytes: 1 },
  { type: 'stage.start', stage: 'detect' },
  { type: 'block.found', block: 0, found },
  { type: 'stage.end', stage: 'detect', durationMs: 1 },
  { type: 'attempt.start', block: 0, attempt: 1, code: 'x' },
  { type: 'output.delta', block: 0, attempt: 1, stream: 'stdout', text: 'a' },
  { type: 'output.delta', block: 0, attempt: 1, stream: 'stderr', text: 'E' },
  { type: 'output.delta', block: 0, attempt: 1, stream: 'stdout', text: 'b' },
  {
    type: 'attempt.end',
    block: 0,
    attempt: 1,
    language: 'python',
    ...end,
    exitCode: 1,
    error: { type: 'T', message: 'm', line: 1 },
  },
  { type: 'attempt.start', block: 0, attempt: 2, code: 'y', diff: '-x\n+y', strategy: 's' },
  { type: 'attempt.end', block: 0, attempt: 2, language: 'python', ...end },
  { type: 'run.end', outcome: 'ok', durationMs: 9, finalCode: 'y' },
]

describe('reduceRun', () => {
  it('gives the exact bytes of a stream whose text has replacement characters, and of no other', () => {
    const piece = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ minLength: 1, maxLength: 5, unit: 'binary' }).map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const deltas = pieces.map((bytes): EventDraft => {
          const text = bytes.toString()
          const isExact = Buffer.from(text).equals(bytes)
          const base64 = isExact ? {} : { base64: bytes.toString('base64') }
          return { type: 'output.delta', block: 0, attempt: 1, stream: 'stdout', text, ...base64 }
        })
        const [attempt] = reduceRun(stamp([...story.slice(0, 5), ...deltas])).blocks[0]?.attempts ?? []
        const printed = Buffer.concat(pieces)
        const isOdd = deltas.some((delta) => 'base64' in delta)
        expect(attempt?.stdoutBase64).toBe(isOdd ? printed.toString('base64') : undefined)
        expect(attempt).not.toHaveProperty('stderrBase64')
      }),
    )
  })

  it('gives the whole result of a run', () => {
    const run = reduceRun(stamp(story))
    expect(runResult.parse(run)).toEqual(run)
    expect(run).toMatchObject({
      runId: 'run',
      state: 'ended',
      outcome: 'ok',
      finalCode: 'y',
      timings: { totalMs: 9, waitMs: 4, stages: { detect: 1 } },
      blocks: [
        {
          attempts: [
            { n: 1, code: 'x', stdout: 'ab', stderr: 'E', exitCode: 1, error: { type: 'T', line: 1 } },
            { n: 2, code: 'y', diff: '-x\n+y', strategy: 's', exitCode: 0 },
          ],
        },
      ],
    })
  })

  it('shows a running run as running, without an outcome', () => {
    const run = reduceRun(stamp(story.slice(0, 6)))
    expect(run).toMatchObject({ state: 'running', outcome: null })
    expect(run.blocks[0]?.attempts[0]).toMatchObject({ stdout: 'a' })
    expect(run.blocks[0]?.attempts[0]?.endedBy).toBeUndefined()
  })

  it('gives the same result whether events are applied one by one or at once, from any point on', () => {
    fc.assert(
      fc.property(fc.nat({ max: story.length }), (cut) => {
        const events = stamp(story)
        const run = reduceRun(events.slice(0, cut))
        for (const event of events.slice(cut)) applyEvent(run, event)
        expect(run).toEqual(reduceRun(events))
      }),
    )
  })

  it('survives any order and any subset of events', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(stamp(story)), (events) => {
        const run = emptyRun()
        for (const event of events) applyEvent(run, event)
        expect(run.timings.waitMs).toBeLessThanOrEqual(4)
      }),
    )
  })
})
