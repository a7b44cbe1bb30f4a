import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killPlans } from '../soak/kill-plans.ts'
import type { PlanRequest } from '../src/contract/plan.ts'
import { COMPILED } from './support/compiled.ts'
import { mend } from './support/database.ts'
import { withEngine } from './support/engine.ts'

const CHILD = join(import.meta.dirname, 'support/plan-child.ts')
/** The short form of soak/plan-kills.ts. */
const SHORT = { graphs: 1, killsEach: 4, mostMs: 250 }

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-plan-kills-'))
})
afterAll(() => rm(directory, { recursive: true }))

it('random plans on SQLite end the same, however often their engines are killed', async () => {
  const told = await killPlans({ ...SHORT, directory: join(directory, 'one'), place: join(directory, 'one.db') })
  expect(told).toMatchObject({ graphs: SHORT.graphs, wrong: [] })
  expect(told.kills).toBeGreaterThan(0)
})

const bump = (name: string) => ({
  id: name,
  action: { type: 'shell.run', input: { command: `echo x >> ${name}; cat ${name}` } },
})
const PLAN: PlanRequest = { session: 'new', steps: [bump('one'), { ...bump('two'), needs: ['one'] }] }

it('a command of the shell in a real sandbox leaves one trace when its engine dies after the session was saved, before the step was', async () => {
  const home = join(directory, 'home')
  const child = spawn(process.execPath, [CHILD, home, JSON.stringify(PLAN)], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ...COMPILED },
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  mend(home)
  await withEngine({ home }, async ({ engine }) => {
    const [plan] = await engine.plans.list({ userId: 'ada', limit: 1 })
    const { state, steps } = await engine.plans.wait(plan?.id ?? '', { userId: 'ada' })
    expect(state).toBe('done')
    expect(steps.map(({ output }) => (output as { stdout: string }).stdout)).toEqual(['x\n', 'x\n'])
  })
})
