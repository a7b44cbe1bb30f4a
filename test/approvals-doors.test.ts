import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Approval } from '../src/contract/approval.ts'
import type { PlanInfo } from '../src/contract/plan.ts'
import { askRpc } from './support/mcp/rpc.ts'
import { oneEngine } from './support/one-engine.ts'

const tools = oneEngine({ env: { ANNEAL_APPROVAL_COMMANDS: 'touch', ANNEAL_APPROVAL_STEPS: 'true' } })

/** The question of work that waits; fails when the work ends without one. */
async function questionDuring(work: Promise<unknown>): Promise<Approval> {
  let isOver = false
  const ended = work.then(JSON.stringify, String).finally(() => (isOver = true))
  for (;;) {
    const [question] = await tools().engine.approvals.list({ userId: 'ada', state: 'waiting', limit: 1 })
    if (question) return question
    if (isOver) throw new Error(`nobody was asked: ${await ended}`)
    await delay(20)
  }
}

const decide = ({ id }: Approval, decision: 'approve' | 'deny') =>
  tools().engine.approvals.decide(id, 'ada', { decision })

const sent: string[] = []
beforeAll(() => {
  tools().engine.actions.registerTool({
    ...{ name: 'send', description: 'Sends', input: z.object({ word: z.string() }) },
    execute: (given) => sent.push(given.word),
  })
})

/** A plan whose step sends a word, with further tries. */
function sending(word: string): Promise<PlanInfo> {
  const action = { type: 'tool.call', input: { tool: 'send', arguments: { word } } }
  const steps = [{ id: 'send', action, risky: true, retries: 2 }]
  return tools().engine.plans.executePlan({ steps }, { userId: 'ada' })
}

test('a risky step of a plan waits for a person, and goes on after a yes', async () => {
  const plan = sending('hello')
  const question = await questionDuring(plan)
  expect(question).toMatchObject({ kind: 'step', arguments: { input: { arguments: { word: 'hello' } } } })
  expect(sent).toEqual([])
  await decide(question, 'approve')
  expect(await plan).toMatchObject({ state: 'done', steps: [{ state: 'done', attempts: 1 }] })
  expect(sent).toEqual(['hello'])
})

test('a no to a risky step is its failure: it is not tried again, and nobody is asked twice', async () => {
  const plan = sending('goodbye')
  await decide(await questionDuring(plan), 'deny')
  expect(await plan).toMatchObject({
    ...{ state: 'failed', replans: 0 },
    steps: [{ state: 'failed', error: { code: 'APPROVAL_DENIED' } }],
  })
  expect(sent).not.toContain('goodbye')
})

test.each([
  ['run_code', { language: 'bash', code: 'touch made; ls made' }],
  ['shell', { command: 'touch made; ls made' }],
])('the MCP tool %s waits at the same edge: a no runs nothing, a yes runs it', async (name, given) => {
  const call = () => askRpc(tools(), 'tools/call', { name, arguments: given })
  const refused = call()
  const question = await questionDuring(refused)
  expect(question.kind).toBe('command')
  await decide(question, 'deny')
  expect((await refused).result).toMatchObject({ isError: true })
  expect(JSON.stringify(await refused)).toContain(question.id)
  const allowed = call()
  await decide(await questionDuring(allowed), 'approve')
  expect((await allowed).result).not.toHaveProperty('isError', true)
  expect(JSON.stringify(await allowed)).toContain('made')
})
