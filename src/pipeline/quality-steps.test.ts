import { describe, expect, it, vi } from 'vitest'
import type { JudgedFinding } from '../contract/guard.ts'
import { NO_QUALITY } from './quality.ts'
import type { Stages } from './stages.ts'
import { corrected, diagnose, ended, finding, SAFE, tellLoop } from './tell-loop.fixture.ts'

const DANGER: JudgedFinding = {
  ...{ rule: 'python/eval', family: 'code-execution', severity: 'critical', action: 'block' },
  ...{
    line: 2,
    column: 1,
    endLine: 2,
    endColumn: 5,
    message: 'It evaluates input',
    why: '',
    remedy: 'Do not.',
    cwe: [],
  },
  from: 'rules',
}

describe('a program that the guard blocks', () => {
  const blocking: Stages['guard'] = async ({ code }) =>
    code === 'good' ? { ...SAFE, findings: [DANGER], safe: false } : SAFE

  it('is not executed, and the run says which rule and line it was', async () => {
    const execute = vi.fn(async () => ended(0))
    const { run } = await tellLoop(
      { detect: finding('good'), guard: blocking, execute },
      { quality: { ...NO_QUALITY, judge: () => 'block' } },
    )
    expect(execute).not.toHaveBeenCalled()
    expect(run).toMatchObject({ outcome: 'blocked', error: { code: 'CODE_BLOCKED' } })
    expect(run.error?.message).toBe('Line 2 breaks rule python/eval: It evaluates input.')
    expect(run.blocks[0]).toMatchObject({ outcome: 'blocked', attempts: [] })
  })

  it('is not executed as a correction either', async () => {
    const stages = { guard: blocking, diagnose, correct: async () => corrected('good') }
    const { run } = await tellLoop(stages, { quality: { ...NO_QUALITY, judge: () => 'block' } })
    expect(run.outcome).toBe('blocked')
    expect(run.blocks[0]?.attempts).toHaveLength(1)
  })

  it('runs when nobody asked for the security check', async () => {
    const { run } = await tellLoop({ detect: finding('good'), guard: blocking })
    expect(run.outcome).toBe('ok')
  })
})

describe('an analysis', () => {
  it('goes on beside the execution, and has ended when the block ends, also when it fails', async () => {
    let isDone = false
    const analyze: Stages['analyze'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      isDone = true
      throw new Error('bug')
    }
    const execute = async () => {
      expect(isDone).toBe(false)
      return ended(0)
    }
    const { run } = await tellLoop({ analyze, execute }, { quality: { ...NO_QUALITY, analysis: true } })
    expect(isDone).toBe(true)
    expect(run.outcome).toBe('ok')
  })
})
