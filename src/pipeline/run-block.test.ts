import { describe, expect, it } from 'vitest'
import type { EventDraft, RunEvent } from '../contract/event.ts'
import { reduceRun } from '../contract/reduce-run.ts'
import type { RepairMode } from '../contract/run-options.ts'
import { python } from '../language/python/python.ts'
import { createDiagnose } from './diagnose/create-diagnose.ts'
import { diagnosisOf } from './diagnosis.fixture.ts'
import type { Executed } from './execution.ts'
import type { Loop } from './loop-parts.ts'
import { NO_QUALITY } from './quality.ts'
import { runBlock } from './run-block.ts'
import type { Stages } from './stages.ts'

const executed = (exitCode: number): Executed => ({
  end: { endedBy: 'exit', exitCode, signal: null, durationMs: 1, waitMs: 0, invalidUtf8: false },
  stdout: '',
  stderr: '',
  isWhole: true,
})
const change = (code: string) => ({ code, diff: '', strategy: 'test', why: `made it ${code}`, tried: [] })
const diagnose: Stages['diagnose'] = async ({ code }) => ({ facts: {}, diagnosis: diagnosisOf(code) })
const found = { language: 'python', confidence: 1, code: 'bad', start: 0, end: 3, line: 1, reason: '', complexity: 0 }

async function tell(
  stages: Partial<Stages>,
  { attempts = 3, repair = 'safe' as RepairMode, tests = [] as { stdout: string }[] } = {},
) {
  const events: RunEvent[] = []
  const emit = (draft: EventDraft) => {
    const seq = events.length + 1
    events.push({ id: `r.${seq}`, runId: 'r', sessionId: null, seq, at: 0, cause: null, ...draft } as RunEvent)
    return `r.${seq}`
  }
  emit({ type: 'block.found', block: 0, found: { ...found, executable: true } })
  const loop = {
    limits: {},
    quality: NO_QUALITY,
    attempts,
    repair,
    admission: { takeSlot: async () => () => {}, leave: () => {} },
    stages: { execute: async ({ code }: { code: string }) => executed(code.startsWith('good') ? 0 : 1), ...stages },
    emit,
    signal: new AbortController().signal,
  } as unknown as Loop
  const draft = { block: 0, code: 'bad', language: python, request: {}, tests, task: undefined, quality: NO_QUALITY }
  const end = await runBlock(loop, { draft, cause: '', keepsWorkspace: false })
  return { end, block: reduceRun(events).blocks[0] }
}

describe('a block that fails', () => {
  it('is repaired, and explains the fault and the change in plain words', async () => {
    const correct: Stages['correct'] = async ({ code }) => change(code === 'bad' ? 'better' : 'good')
    const { end, block } = await tell({ diagnose, correct })
    expect(end).toMatchObject({ outcome: 'ok', finalCode: 'good' })
    expect(block?.attempts.map(({ code, why }) => [code, why])).toEqual([
      ['bad', undefined],
      ['better', 'made it better'],
      ['good', 'made it good'],
    ])
    expect(block).toMatchObject({ outcome: 'ok', finalCode: 'good' })
    expect(block?.explanation).toBe(
      'Line 1: It failed with bad. I made it better. Line 1: It failed with better. I made it good.',
    )
  })

  it('tells the next correction which one led to the program', async () => {
    const led: (string | undefined)[] = []
    const correct: Stages['correct'] = async ({ code, made }) => {
      led.push(made?.code)
      return change(code === 'bad' ? 'better' : 'good')
    }
    await tell({ diagnose, correct })
    expect(led).toEqual([undefined, 'better'])
  })

  it('stops when the same failure comes again after a correction', async () => {
    const same: Stages['diagnose'] = async () => ({ facts: {}, diagnosis: diagnosisOf('still') })
    const { block } = await tell({ diagnose: same, correct: async () => change('other') })
    expect(block?.stopped?.reason).toBe('same-error')
    expect(block?.attempts).toHaveLength(2)
  })

  it('keeps the program as it came when no change helped', async () => {
    const { end, block } = await tell({ diagnose, correct: async ({ code }) => change(`${code}!`) })
    expect(end).toMatchObject({ outcome: 'failed', finalCode: 'bad' })
    expect(block).toMatchObject({ outcome: 'failed', finalCode: 'bad' })
  })

  it('stays failed with a change beside it that is too likely to be wrong', async () => {
    const suggestion = { code: 'good', diff: '', strategy: 'test', why: 'made it good', confidence: 0.4, reason: 'No.' }
    const none = { reason: 'suggested' as const, text: 'It is suggested.', tried: [], suggestion }
    const { end, block } = await tell({ diagnose, correct: async () => none })
    expect(end).toMatchObject({ outcome: 'failed', finalCode: 'bad' })
    expect(block).toMatchObject({ suggestion, stopped: { reason: 'suggested' } })
  })

  it('tells with the attempt how likely its change is to be right', async () => {
    const { block } = await tell({ diagnose, correct: async () => ({ ...change('good'), confidence: 0.97 }) })
    expect(block?.attempts[1]?.confidence).toBe(0.97)
  })

  it('stops at once when no change of the program can help', async () => {
    const hopeless: Stages['diagnose'] = async () => ({
      facts: {},
      diagnosis: diagnosisOf('no', { recoverable: false }),
    })
    const { end, block } = await tell({ diagnose: hopeless, correct: async () => change('good') })
    expect(end.outcome).toBe('failed')
    expect(block?.stopped?.reason).toBe('unrecoverable')
    expect(block?.attempts).toHaveLength(1)
  })

  it('stops when its attempts are spent, and tells the correction which chance is the last', async () => {
    const chances: boolean[] = []
    const correct: Stages['correct'] = async ({ code, isLastChance }) => {
      chances.push(isLastChance)
      return change(`${code}!`)
    }
    const { block } = await tell({ diagnose, correct })
    expect(chances).toEqual([false, true])
    expect(block?.stopped).toEqual({ reason: 'attempts', text: 'All 3 attempts failed.' })
  })

  it('is only reported when repair is off', async () => {
    const { block } = await tell({ diagnose, correct: async () => change('good') }, { repair: 'off' })
    expect(block?.stopped).toEqual({ reason: 'off', text: 'Repair is off.' })
    expect(block?.attempts).toHaveLength(1)
  })

  it('states the assumption of a correction, with the attempt and in the explanation', async () => {
    const correct = async () => ({ ...change('good'), assumption: 'good is meant' })
    const { block } = await tell({ diagnose, correct })
    expect(block?.attempts[1]).toMatchObject({ assumption: 'good is meant' })
    expect(block?.explanation).toContain('This assumes that good is meant.')
  })

  it('stops when nothing applies, with the reason that was given', async () => {
    const none = { reason: 'nothing-applicable' as const, text: 'No known repair fits.', tried: [] }
    const { block } = await tell({ diagnose, correct: async () => none })
    expect(block?.stopped).toEqual({ reason: none.reason, text: none.text })
    expect(block?.explanation).toBe('Line 1: It failed with bad. No known repair fits.')
  })

  it('keeps the facts about the failure with the attempt, the values of a probe among them', async () => {
    const values = { x: '1' }
    const looking = createDiagnose({ diagnose: ({ code }) => diagnosisOf(code), sendProbe: async () => ({ values }) })
    const { block } = await tell({ diagnose: looking }, { attempts: 1 })
    expect(block?.attempts[0]?.error).toEqual(diagnosisOf('bad', { values }))
  })
})

describe('tests of a request', () => {
  const testOf =
    (passing: string): NonNullable<Stages['test']> =>
    async ({ code, tests }) =>
      tests.map((_, index) => {
        const end = { name: `test ${index + 1}`, passed: code === passing, durationMs: 1 }
        return { end, isLate: false }
      })

  it('have to pass before a program counts as ok', async () => {
    const seen: unknown[] = []
    const failing: Stages['diagnose'] = async ({ failedTest }) => {
      seen.push(failedTest?.name)
      return { facts: {}, diagnosis: diagnosisOf('test') }
    }
    const stages = { test: testOf('good two'), diagnose: failing, correct: async () => change('good two') }
    const executing = { ...stages, execute: async () => executed(0) }
    const { end, block } = await tell(executing, { tests: [{ stdout: '1' }] })
    expect(end).toMatchObject({ outcome: 'ok', finalCode: 'good two' })
    expect(seen).toEqual(['test 1'])
    expect(block?.attempts).toHaveLength(2)
  })
})

it('a correction that ran well on trial is not run again: its trial was the attempt', async () => {
  const executions: string[] = []
  const execute: Stages['execute'] = async ({ code }) => {
    executions.push(code)
    return executed(1)
  }
  const known = { ...executed(0), stdout: 'seen on trial\n' }
  const { end, block } = await tell({
    diagnose,
    execute,
    correct: async () => ({ ...change('good'), executed: known }),
  })
  expect(executions).toEqual(['bad'])
  expect(end).toMatchObject({ outcome: 'ok', finalCode: 'good' })
  expect(block?.attempts[1]).toMatchObject({ n: 2, code: 'good', why: 'made it good', stdout: 'seen on trial\n' })
})
