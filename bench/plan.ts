/**
 * The price of a plan: a step over the bare action, a step of a long plan and one that changes its session, and the resumption of a plan of 10,000 steps.
 *
 * node bench/plan.ts [--steps 300]      prints JSON, with the aims and whether they were met
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { machineFacts } from '../src/bench/machine-facts.ts'
import type { PlanRequest } from '../src/contract/plan.ts'
import { createEngine, type Engine, LOCAL_USER } from '../src/engine.ts'
import { withHome } from '../test/support/temporary-home.ts'

const { values } = parseArgs({ options: { steps: { type: 'string', default: '300' } } })
const STEPS = Number(values.steps)
const STEPS_IN_SESSION = 30
const LONG = 10_000
const MOST_STEP_MS = 5
const MOST_RESUME_MS = 2000

const LOOK = { type: 'tool.call', input: { tool: 'look', arguments: {} } }
const chain = (length: number, actionOf: (n: number) => PlanRequest['steps'][number]['action']) =>
  Array.from({ length }, (_, n) => ({ id: `s${n}`, action: actionOf(n), ...(n > 0 && { needs: [`s${n - 1}`] }) }))

let isBroken = false

async function open(home: string): Promise<Engine> {
  const engine = await createEngine({ home, warmSandboxes: 0 })
  const tool = { description: 'Looks.', input: z.object({}), reach: 'none' as const }
  engine.actions.registerTool({ ...tool, name: 'look', execute: () => 1 })
  engine.actions.registerTool({
    ...{ ...tool, name: 'last' },
    execute() {
      if (isBroken) throw new Error('not yet')
    },
  })
  return engine
}

/** Wall and processor time of each of `count` pieces of work. */
async function priceOf(count: number, work: () => Promise<void>): Promise<{ ms: number; cpuMs: number }> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (performance.now() - startedAt) / count, cpuMs: (user + system) / 1000 / count }
}

async function execute(engine: Engine, request: PlanRequest): Promise<void> {
  const { state, error } = await engine.plans.executePlan(request)
  if (state !== 'done') throw new Error(`the plan ended as ${state}: ${error?.message}`)
}

async function act(engine: Engine, request: Parameters<Engine['actions']['executeAction']>[0]): Promise<void> {
  const { outcome, error } = await engine.actions.executeAction(request)
  if (outcome !== 'ok') throw new Error(`the action ended as ${outcome}: ${error?.message}`)
}

const writing = (n: number) => ({ type: 'file.write', input: { path: `f${n}`, content: 'x' } })

const figures = await withHome(async (home) => {
  const engine = await open(home)
  const { id: session } = await engine.sessions.create({}, LOCAL_USER)
  await act(engine, { ...writing(0), session })
  await execute(engine, { steps: chain(10, () => LOOK) })
  const action = await priceOf(STEPS, async () => {
    for (let n = 0; n < STEPS; n++) await act(engine, LOOK)
  })
  const step = await priceOf(STEPS, () => execute(engine, { steps: chain(STEPS, () => LOOK) }))
  const inSession = await priceOf(STEPS_IN_SESSION, async () => {
    for (let n = 0; n < STEPS_IN_SESSION; n++) await act(engine, { ...writing(n), session })
  })
  const stepInSession = await priceOf(STEPS_IN_SESSION, () =>
    execute(engine, { steps: chain(STEPS_IN_SESSION, writing), session }),
  )
  isBroken = true
  const lastFails = (n: number) => (n === LONG - 1 ? { ...LOOK, input: { tool: 'last', arguments: {} } } : LOOK)
  let id = ''
  const stepOfLong = await priceOf(LONG, async () => {
    const long = await engine.plans.executePlan({ steps: chain(LONG, lastFails), replan: 'off' })
    if (long.state !== 'failed') throw new Error(`the long plan ended as ${long.state}`)
    id = long.id
  })
  await engine.close()

  const next = await open(home)
  isBroken = false
  const resume = await priceOf(1, async () => {
    await next.plans.resume(id, LOCAL_USER)
    const { state } = await next.plans.wait(id)
    if (state !== 'done') throw new Error(`the resumed plan ended as ${state}`)
  })
  await next.close()
  return { action, step, stepOfLong, inSession, stepInSession, resume }
})
const stepMs = figures.step.ms - figures.action.ms
const aims = [
  { aim: `a step over the bare action: ${MOST_STEP_MS} ms at most`, met: stepMs <= MOST_STEP_MS, value: stepMs },
  {
    aim: `a plan of ${LONG} steps goes on in another engine: ${MOST_RESUME_MS} ms at most`,
    met: figures.resume.ms <= MOST_RESUME_MS,
    value: figures.resume.ms,
  },
]
console.log(JSON.stringify({ bench: 'plan', steps: STEPS, machine: machineFacts(), aims, ...figures }, null, 2))
