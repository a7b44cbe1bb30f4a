import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval.ts'
import type { PlanInfo, PlanStepInfo, StepState } from '../../contract/plan.ts'
import type { Client } from '../../sdk/sdk.ts'
import { createFakeHost, NOW } from '../fake-host.fixture.ts'
import { watchPlan } from './watch-plan.ts'

const PLAN_ID = 'pln1k7nd07h27u05k69dp2rm'

const step = (id: string, state: StepState): PlanStepInfo => ({
  ...{ id, state, type: 'shell.run', attempts: 1, needs: [], reach: 'inside', actionId: `act-${id}` },
  ...{ checkpointId: null, startedAt: NOW, endedAt: state === 'done' || state === 'failed' ? NOW + 40 : null },
})

const planOf = (state: PlanInfo['state'], steps: PlanStepInfo[]): PlanInfo => ({
  ...{ id: PLAN_ID, name: 'many', state, sessionId: null, createdAt: NOW, updatedAt: NOW + 900 },
  ...{ replans: 0, branchOf: null, steps },
})

/** A plan that tells `moments` one after the other, each after a reading of the one before. */
function watch(moments: PlanInfo[], options: { events?: number; question?: Partial<Approval>; isTerminal?: boolean }) {
  const fake = createFakeHost({ terminal: { stdout: options.isTerminal ?? true }, rows: 8, columns: 40 })
  let at = 0
  let readings = 0
  const client = {
    plans: {
      get: async () => {
        readings++
        return moments[Math.min(at, moments.length - 1)]
      },
      events: async function* () {
        for (let told = 0; told < (options.events ?? 1); told++) yield { type: 'step.start' }
        await new Promise(setImmediate)
        at = moments.length - 1
        yield { type: 'plan.end' }
      },
    },
    approvals: { list: async () => ({ approvals: options.question ? [options.question] : [] }) },
  } as unknown as Client
  const ended = watchPlan({ host: fake.host, client, planId: PLAN_ID, isJson: false })
  return { ...fake, ended, readings: () => readings }
}

describe('a plan that is watched', () => {
  const steps = (state: StepState) =>
    Array.from({ length: 5000 }, (_, at) => step(`s${at}`, at === 4000 ? state : 'done'))

  it('is drawn within the terminal, however many steps it has: those at work and failures come first', async () => {
    const { ended, seen } = watch([planOf('running', steps('running')), planOf('failed', steps('failed'))], {})
    expect(await ended).toBe(1)
    const drawings = seen.stdout.split(/\u001b\[\d+A\u001b\[J/)
    for (const drawing of drawings) {
      expect(drawing.split('\n').length).toBeLessThanOrEqual(8)
      for (const line of drawing.split('\n').slice(0, -2)) expect(line.length).toBeLessThanOrEqual(40)
    }
    expect(drawings[0]).toContain('▸ s4000')
    expect(drawings.at(-1)).toContain('✖ s4000')
    expect(drawings.at(-1)).toContain('… 4995 more steps: 4995 done')
  })

  it('is not read again for every event: many events within a moment cost a few readings', async () => {
    const { ended, readings } = watch([planOf('done', steps('done'))], { events: 1000 })
    expect(await ended).toBe(0)
    expect(readings()).toBeLessThan(10)
  })

  it.each([true, false])(
    'says which question a step waits for, and how to answer it (terminal: %s)',
    async (isTerminal) => {
      const id = 'apr1k7nd08g43rvsr7pdcmhj'
      const question = {
        id,
        title: 'Run bash: gcc',
        reason: 'policy',
        actionId: 'act-s1',
        arguments: {},
        suggested: false,
      }
      const moments = [planOf('running', [step('s1', 'running')]), planOf('done', [step('s1', 'done')])]
      const { ended, seen } = watch(moments, { question, isTerminal })
      expect(await ended).toBe(0)
      expect(seen.stdout).toContain('⏸ waits for a person · Run bash')
      expect(seen.stdout).toContain(`anneal approvals approve ${isTerminal ? 'apr1k7' : id}`)
    },
  )

  it('says nothing of questions of other work', async () => {
    const question = {
      id: 'apr1',
      title: 'Run bash: gcc',
      reason: 'policy',
      actionId: 'act-other',
      arguments: { plan: 'pln2' },
      suggested: false,
    }
    const { ended, seen } = watch([planOf('running', [step('s1', 'running')]), planOf('done', [step('s1', 'done')])], {
      question,
    })
    await ended
    expect(seen.stdout).not.toContain('waits for a person')
  })
})
