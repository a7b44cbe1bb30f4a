import { describe, expect, it } from 'vitest'
import { EngineError } from '../contract/errors.ts'
import type { EngineEvent, EventDraft } from '../contract/event.ts'
import { reduceRun } from '../contract/reduce-run.ts'
import type { DetectedBlock, ExecutionEnd } from '../contract/run.ts'
import { languages } from '../language/languages.ts'
import { type Loop, runLoop, type Stages } from './loop.ts'

const block = (code: string): DetectedBlock => ({
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
const ended = (exitCode: number): ExecutionEnd => ({
  endedBy: 'exit',
  exitCode,
  signal: null,
  durationMs: 1,
  waitMs: 0,
  invalidUtf8: false,
})

const finding =
  (...codes: string[]): Stages['detect'] =>
  async (_, { emit }) => {
    const blocks = codes.map(block)
    blocks.forEach((found, index) => {
      emit({ type: 'block.found', block: index, found })
    })
    return blocks
  }

async function tell(stages: Partial<Stages>, over: Partial<Loop> = {}) {
  const events: EngineEvent[] = []
  const emit = (draft: EventDraft) => {
    const seq = events.length + 1
    events.push({ id: `r.${seq}`, runId: 'r', sessionId: null, seq, at: 0, cause: null, ...draft } as EngineEvent)
    return `r.${seq}`
  }
  await runLoop({
    request: { code: 'bad' },
    userId: 'u',
    limits: { timeoutMs: 1, memoryMb: 1, cpuPercent: 1, openFiles: 1, processes: 1, outputBytes: 1, diskMb: 1 },
    attempts: 3,
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

describe('the loop', () => {
  it('calls the stages in their order, and the slots that are filled only', async () => {
    const quiet = async () => undefined
    const correct: Stages['correct'] = async () => ({ code: 'good', diff: '-bad\n+good', strategy: 'test' })
    const all = {
      guard: quiet,
      analyze: quiet,
      diagnose: quiet,
      correct,
      verify: quiet,
      remember: quiet,
      feedback: quiet,
    }
    const { stages, run } = await tell(all)
    const attempt = ['guard', 'analyze', 'execute']
    expect(stages).toEqual(['detect', ...attempt, 'diagnose', 'correct', ...attempt, 'verify', 'remember', 'feedback'])
    expect(run).toMatchObject({ outcome: 'ok', finalCode: 'good' })
    expect(run.blocks[0]?.attempts).toMatchObject([
      { n: 1, code: 'bad' },
      { n: 2, code: 'good', strategy: 'test' },
    ])
    expect((await tell({})).stages).toEqual(['detect', 'execute'])
  })

  it('tries no more often than it may', async () => {
    const correct: Stages['correct'] = async ({ code }) => ({ code: `${code}!`, diff: '', strategy: 'test' })
    const { run } = await tell({ correct })
    expect(run.outcome).toBe('failed')
    expect(run.blocks[0]?.attempts.map(({ code }) => code)).toEqual(['bad', 'bad!', 'bad!!'])
    expect((await tell({ correct }, { attempts: 1 })).run.blocks[0]?.attempts).toHaveLength(1)
  })

  it('stops when there is nothing to correct', async () => {
    const { run } = await tell({ correct: async () => undefined })
    expect(run.outcome).toBe('failed')
    expect(run.blocks[0]?.attempts).toHaveLength(1)
  })

  it('runs the blocks in order and ends at the first that fails', async () => {
    const { run } = await tell({ detect: finding('good', 'bad', 'good') })
    expect(run.outcome).toBe('failed')
    expect(run.blocks.map(({ attempts }) => attempts.length)).toEqual([1, 1, 0])
  })

  it('is ok when there is nothing to run', async () => {
    expect((await tell({ detect: async () => [{ ...block('x'), executable: false }] })).run.outcome).toBe('ok')
  })

  it('tells an error that a stage throws, and a bug without its inside', async () => {
    const refuse = async () => {
      throw new EngineError('SANDBOX_UNAVAILABLE', { reason: 'none', remedy: 'do' })
    }
    expect((await tell({ execute: refuse })).run).toMatchObject({
      outcome: 'error',
      error: { code: 'SANDBOX_UNAVAILABLE', hint: 'do' },
    })
    const bug = async () => {
      throw new TypeError('a secret inside')
    }
    const { events, run } = await tell({ execute: bug })
    expect(run).toMatchObject({ outcome: 'error', error: { code: 'INTERNAL' } })
    expect(JSON.stringify(events)).not.toContain('a secret inside')
  })

  it('is cancelled before, between and during stages', async () => {
    const before = AbortSignal.abort()
    expect((await tell({}, { signal: before })).run.outcome).toBe('cancelled')
    const caller = new AbortController()
    const execute: Stages['execute'] = async () => {
      caller.abort()
      return { ...ended(0), endedBy: 'cancelled', exitCode: null }
    }
    expect((await tell({ execute }, { signal: caller.signal })).run.outcome).toBe('cancelled')
    const interrupted = AbortSignal.abort(new EngineError('RUN_INTERRUPTED', {}))
    expect((await tell({}, { signal: interrupted })).run).toMatchObject({
      outcome: 'error',
      error: { code: 'RUN_INTERRUPTED' },
    })
  })
})
