import { expect } from 'vitest'
import type { DetectedBlock } from '../contract/detect.ts'
import { EngineError } from '../contract/errors.ts'
import type { EventDraft, RunEvent } from '../contract/event.ts'
import type { GuardReport } from '../contract/guard.ts'
import { reduceRun } from '../contract/reduce-run.ts'
import type { ExecutionEnd } from '../contract/run.ts'
import { languages } from '../language/languages.ts'
import { diagnosisOf } from './diagnosis.fixture.ts'
import type { Executed } from './execution.ts'
import { runLoop } from './loop.ts'
import type { Loop } from './loop-parts.ts'
import { NO_QUALITY, type Quality } from './quality.ts'
import type { Stages } from './stages.ts'

export const block = (code: string): DetectedBlock => ({
  language: 'python',
  confidence: 1,
  code,
  start: 0,
  end: 1,
  line: 1,
  executable: true,
  reason: '',
  complexity: 0,
})
const endOf = (exitCode: number): ExecutionEnd => ({
  endedBy: 'exit',
  exitCode,
  signal: null,
  durationMs: 1,
  waitMs: 0,
  invalidUtf8: false,
})
export const ended = (exitCode: number, over: Partial<ExecutionEnd> = {}): Executed => ({
  end: { ...endOf(exitCode), ...over },
  stdout: '',
  stderr: '',
  isWhole: true,
})
export const diagnose: NonNullable<Stages['diagnose']> = async ({ code }) => ({
  facts: {},
  diagnosis: diagnosisOf(code),
})
export const corrected = (code: string) => ({
  code,
  diff: `-bad\n+${code}`,
  strategy: 'test',
  why: 'changed it',
  tried: [],
})

export const finding =
  (...codes: string[]): Stages['detect'] =>
  async (_, { emit }) => {
    const blocks = codes.map(block)
    blocks.forEach((found, index) => {
      emit({ type: 'block.found', block: index, found })
    })
    return blocks
  }

export const SAFE: GuardReport = { language: 'python', findings: [], score: 1, safe: true, partial: false }
export const ALL_QUALITY: Quality = {
  judge: () => 'block',
  review: false,
  analysis: true,
  performance: true,
  tests: {},
}
/** Runs the loop with these stages, and checks that its events are complete. */
export async function tellLoop(stages: Partial<Stages>, over: Partial<Loop> = {}) {
  const events: RunEvent[] = []
  const emit = (draft: EventDraft) => {
    const seq = events.length + 1
    events.push({ id: `r.${seq}`, runId: 'r', sessionId: null, seq, at: 0, cause: null, ...draft } as RunEvent)
    return `r.${seq}`
  }
  await runLoop({
    runId: 'r',
    request: { code: 'bad' },
    userId: 'u',
    limits: { timeoutMs: 1, memoryMb: 1, cpuPercent: 1, openFiles: 1, processes: 1, outputBytes: 1, diskMb: 1 },
    attempts: 3,
    repair: 'safe',
    leastConfidence: 0,
    quality: NO_QUALITY,
    lanes: 2,
    admission: { takeSlot: async () => () => {}, leave: () => {} },
    languages,
    stages: {
      detect: finding('bad'),
      execute: async ({ code }) => ended(code === 'good' ? 0 : 1),
      ...stages,
    },
    emit,
    signal: new AbortController().signal,
    onBug: () => new EngineError('INTERNAL', { requestId: 'req' }),
    ...over,
  })
  expect(
    events.filter(({ type }) => type === 'run.end'),
    'run.end comes exactly once',
  ).toHaveLength(1)
  expect(events.at(-1)?.type, 'and is the last').toBe('run.end')
  for (const noun of ['stage', 'attempt']) {
    const count = (verb: string) => events.filter(({ type }) => type === `${noun}.${verb}`).length
    expect(count('end'), `every ${noun} that starts ends`).toBe(count('start'))
  }
  return {
    events,
    run: reduceRun(events),
    stages: events.flatMap((event) => (event.type === 'stage.start' ? [event.stage] : [])),
  }
}
