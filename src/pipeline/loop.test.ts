import { describe, expect, it } from 'vitest'
import { EngineError } from '../contract/errors.ts'
import type { RunRequest, RunResult } from '../contract/run.ts'
import type { Executed } from './execution.ts'
import type { Loop } from './loop-parts.ts'
import type { Stages } from './stages.ts'
import { ALL_QUALITY, block, corrected, diagnose, ended, finding, SAFE, tellLoop } from './tell-loop.fixture.ts'

function stoppable() {
  const working = new Map<string, (executed: Executed) => void>()
  let most = 0
  const execute: Stages['execute'] = ({ code }, { signal }) =>
    new Promise((resolve) => {
      working.set(code, (executed) => {
        working.delete(code)
        resolve(executed)
      })
      most = Math.max(most, working.size)
      signal.addEventListener('abort', () => working.get(code)?.(ended(0, { endedBy: 'cancelled', exitCode: null })))
    })
  const end = async (code: string, exitCode = 0) => {
    for (let turn = 0; turn < 100 && !working.has(code); turn++) await undefined
    const finish = working.get(code)
    if (!finish) throw new Error(`${code} is not at work`)
    finish(ended(exitCode))
  }
  return { execute, end, mostAtWork: () => most }
}
const inParallel = (options: RunRequest['options'] = {}): Partial<Loop> => ({
  request: { code: 'x', options: { parallel: true, ...options } },
})
const exitCodes = (run: RunResult) => run.blocks.map(({ attempts }) => attempts.map(({ exitCode }) => exitCode))

describe('blocks in parallel', () => {
  it('are at work at the same time, as many as there are lanes, and stand in the result in their order', async () => {
    const { execute, end, mostAtWork } = stoppable()
    const told = tellLoop({ detect: finding('a', 'b', 'c', 'd'), execute }, inParallel())
    for (const code of ['b', 'c', 'a', 'd']) await end(code)
    const { run } = await told
    expect(mostAtWork()).toBe(2)
    expect(run).toMatchObject({ outcome: 'ok', finalCode: 'd' })
    expect(run.blocks.map(({ attempts }) => attempts.map(({ code }) => code))).toEqual([['a'], ['b'], ['c'], ['d']])
  })

  it('go on when one of them fails, and the run has failed', async () => {
    const { execute, end } = stoppable()
    const told = tellLoop({ detect: finding('a', 'b', 'c'), execute }, inParallel())
    await end('b', 7)
    await end('a')
    await end('c')
    const { run } = await told
    expect(run).toMatchObject({ outcome: 'failed', finalCode: 'b' })
    expect(exitCodes(run)).toEqual([[0], [7], [0]])
  })

  it('are ended by the first that fails when that is asked for, and no more are begun', async () => {
    const { execute, end } = stoppable()
    const told = tellLoop({ detect: finding('a', 'b', 'c'), execute }, inParallel({ stopOnFailure: true }))
    await end('b', 7)
    const { run } = await told
    expect(run).toMatchObject({ outcome: 'failed', finalCode: 'b' })
    expect(run.blocks.map(({ attempts }) => attempts.map(({ endedBy }) => endedBy))).toEqual([
      ['cancelled'],
      ['exit'],
      [],
    ])
  })

  it('have all ended when the run ends by an error of the engine in one of them', async () => {
    const { execute, end } = stoppable()
    const failing: Stages['execute'] = async (execution, context) => {
      if (execution.code === 'a') throw new EngineError('SANDBOX_UNAVAILABLE', { reason: 'none', remedy: 'do' })
      return execute(execution, context)
    }
    const told = tellLoop({ detect: finding('a', 'b'), execute: failing }, inParallel())
    await end('b')
    const { run } = await told
    expect(run).toMatchObject({ outcome: 'error', error: { code: 'SANDBOX_UNAVAILABLE' } })
    expect(exitCodes(run)).toEqual([[null], [0]])
  })

  it('are all cancelled with their run', async () => {
    const { execute } = stoppable()
    const caller = new AbortController()
    const told = tellLoop({ detect: finding('a', 'b', 'c'), execute }, { ...inParallel(), signal: caller.signal })
    setImmediate(() => caller.abort())
    const { run } = await told
    expect(run.outcome).toBe('cancelled')
    expect(run.blocks.map(({ attempts }) => attempts.length)).toEqual([1, 1, 0])
  })
})

describe('the loop', () => {
  it('calls the stages in their order, and the slots that are filled only', async () => {
    const quiet = async () => undefined
    const correct = async () => corrected('good')
    const all = {
      guard: async () => SAFE,
      analyze: quiet,
      diagnose,
      correct,
      verify: quiet,
      remember: quiet,
      feedback: quiet,
    }
    const { stages, run } = await tellLoop(all, { quality: ALL_QUALITY })
    const attempt = ['guard', 'analyze', 'execute']
    expect(stages).toEqual(['detect', ...attempt, 'diagnose', 'correct', ...attempt, 'verify', 'remember', 'feedback'])
    expect(run).toMatchObject({ outcome: 'ok', finalCode: 'good' })
    expect(run.blocks[0]?.attempts).toMatchObject([
      { n: 1, code: 'bad' },
      { n: 2, code: 'good', strategy: 'test' },
    ])
    expect((await tellLoop({})).stages).toEqual(['detect', 'execute'])
    const unasked = await tellLoop({ ...all, diagnose: undefined as never, correct: undefined as never })
    expect(unasked.stages).toEqual(['detect', 'execute', 'remember', 'feedback'])
  })

  it('gives the whole story of a run to the stages that learn from it', async () => {
    const told: unknown[] = []
    const remember: Stages['remember'] = async (story) => void told.push(story)
    await tellLoop({ diagnose, correct: async () => corrected('good'), remember, feedback: remember })
    expect(told).toMatchObject([
      {
        ...{ runId: 'r', userId: 'u', outcome: 'ok', isInSession: false },
        blocks: [
          {
            ...{ outcome: 'ok', finalCode: 'good', draft: { code: 'bad' }, correction: { strategy: 'test' } },
            past: [{ code: 'bad', diagnosis: {} }],
            executed: { end: { exitCode: 0 } },
          },
        ],
      },
      { runId: 'r' },
    ])
  })

  it('tries no more often than it may', async () => {
    const correct = async ({ code }: { code: string }) => corrected(`${code}!`)
    const { run } = await tellLoop({ diagnose, correct })
    expect(run.outcome).toBe('failed')
    expect(run.blocks[0]?.attempts.map(({ code }) => code)).toEqual(['bad', 'bad!', 'bad!!'])
    expect((await tellLoop({ diagnose, correct }, { attempts: 1 })).run.blocks[0]?.attempts).toHaveLength(1)
  })

  it('stops when there is nothing to correct', async () => {
    const none = { reason: 'nothing-applicable', text: 'Nothing fits.', tried: [] } as const
    const { run } = await tellLoop({ diagnose, correct: async () => ({ ...none, tried: [] }) })
    expect(run.outcome).toBe('failed')
    expect(run.blocks[0]?.attempts).toHaveLength(1)
  })

  it('runs the blocks in order and ends at the first that fails', async () => {
    const { run } = await tellLoop({ detect: finding('good', 'bad', 'good') })
    expect(run.outcome).toBe('failed')
    expect(run.blocks.map(({ attempts }) => attempts.length)).toEqual([1, 1, 0])
  })

  it('runs all blocks in order when a failure is not to end it', async () => {
    const request = { code: 'x', options: { stopOnFailure: false } }
    const { run } = await tellLoop({ detect: finding('good', 'bad', 'good') }, { request })
    expect(run).toMatchObject({ outcome: 'failed', finalCode: 'bad' })
    expect(exitCodes(run)).toEqual([[0], [1], [0]])
  })

  it('gives each program its own input and files, beside the common ones', async () => {
    const seen: unknown[] = []
    const execute: Stages['execute'] = async ({ request: { input, files } }) => {
      seen.push({ input, files })
      return ended(0)
    }
    const programs = [{ code: 'a' }, { code: 'b', input: 'own', files: { x: '2', y: '3' } }]
    await tellLoop({ detect: finding('a', 'b'), execute }, { request: { programs, input: 'all', files: { x: '1' } } })
    expect(seen).toEqual([
      { input: 'all', files: { x: '1' } },
      { input: 'own', files: { x: '2', y: '3' } },
    ])
  })

  it('says so when there is nothing to run', async () => {
    const { run } = await tellLoop({ detect: async () => [{ ...block('x'), executable: false }] })
    expect(run.outcome).toBe('nothing-to-run')
  })

  it('tells an error that a stage throws, and a bug without its inside', async () => {
    const refuse = async () => {
      throw new EngineError('SANDBOX_UNAVAILABLE', { reason: 'none', remedy: 'do' })
    }
    expect((await tellLoop({ execute: refuse })).run).toMatchObject({
      outcome: 'error',
      error: { code: 'SANDBOX_UNAVAILABLE', hint: 'do' },
    })
    const bug = async () => {
      throw new TypeError('a secret inside')
    }
    const { events, run } = await tellLoop({ execute: bug })
    expect(run).toMatchObject({ outcome: 'error', error: { code: 'INTERNAL' } })
    expect(JSON.stringify(events)).not.toContain('a secret inside')
  })

  it('tells how long a program waited that was cancelled before its turn', async () => {
    const caller = new AbortController()
    const execute: Stages['execute'] = async ({ admission }, { signal }) => {
      await admission.takeSlot(signal)
      return ended(0)
    }
    const takeSlot = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        setTimeout(() => caller.abort(), 20)
      })
    const { run } = await tellLoop({ execute }, { signal: caller.signal, admission: { takeSlot, leave: () => {} } })
    expect(run.blocks[0]?.attempts[0]).toMatchObject({ endedBy: 'cancelled', durationMs: 0 })
    expect(run.timings.waitMs).toBeGreaterThan(15)
  })

  it('is cancelled before, between and during stages', async () => {
    const before = AbortSignal.abort()
    expect((await tellLoop({}, { signal: before })).run.outcome).toBe('cancelled')
    const caller = new AbortController()
    const execute: Stages['execute'] = async () => {
      caller.abort()
      return { ...ended(0), endedBy: 'cancelled', exitCode: null }
    }
    expect((await tellLoop({ execute }, { signal: caller.signal })).run.outcome).toBe('cancelled')
    const interrupted = AbortSignal.abort(new EngineError('RUN_INTERRUPTED', {}))
    expect((await tellLoop({}, { signal: interrupted })).run).toMatchObject({
      outcome: 'error',
      error: { code: 'RUN_INTERRUPTED' },
    })
  })
})
