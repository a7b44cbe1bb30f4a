import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Approval } from '../src/contract/approval.ts'
import type { PlanInfo } from '../src/contract/plan.ts'
import { askRpc } from './support/mcp/rpc.ts'
import { oneEngine } from './support/one-engine.ts'

const tools = oneEngine({
  env: {
    ANNEAL_APPROVAL_COMMANDS: 'touch,javascript',
    ANNEAL_APPROVAL_STEPS: 'true',
    ANNEAL_APPROVAL_TOOLS: 'danger*',
    ANNEAL_APPROVAL_HOSTS: 'secret.example',
    ANNEAL_APPROVAL_SQL: 'true',
    ANNEAL_NETWORK_CEILING: '*',
  },
})

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
  for (const name of ['send', 'danger-send']) {
    tools().engine.actions.registerTool({
      ...{ name, description: 'Sends', input: z.object({ word: z.string() }) },
      execute: (given) => sent.push(given.word),
    })
  }
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

type Work = (action: { type: string; input: Record<string, unknown> }) => Promise<unknown>

const HELD: [kind: Approval['kind'], action: Parameters<Work>[0]][] = [
  ['command', { type: 'code.run', input: { language: 'bash', code: 'touch made' } }],
  ['command', { type: 'shell.run', input: { command: 'touch made' } }],
  [
    'network',
    { type: 'code.run', input: { language: 'python', code: '1', options: { network: { allow: ['secret.example'] } } } },
  ],
  ['sql', { type: 'code.run', input: { language: 'sql', code: 'drop table users' } }],
  ['tool', { type: 'tool.call', input: { tool: 'danger-send', arguments: { word: 'secretly' } } }],
]

const ada = { userId: 'ada' }
const mcp = (name: string, given: Record<string, unknown>) => askRpc(tools(), 'tools/call', { name, arguments: given })

const DOORS: Record<string, Work> = {
  'a step of a plan': (action) =>
    tools().engine.plans.executePlan({ steps: [{ id: 'held', action }], replan: 'off' }, ada),
  'a fan-out within a sub-plan': (action) => {
    const steps = [{ id: 'held', forEach: { items: [1] }, action }]
    return tools().engine.plans.executePlan({ steps: [{ id: 'outer', plan: { steps } }], replan: 'off' }, ada)
  },
  'a reflection': (action) => tools().engine.tasks.executeWithReflection({ action }, ada),
  'the tool action of MCP': ({ type, input }) => mcp('action', { do: 'execute', type, input }),
  'the tool plan of MCP': async (action) => {
    const started = await mcp('plan', { do: 'start', steps: [{ id: 'held', action }] })
    const plan = /pln\w+/.exec(JSON.stringify(started.result))?.[0]
    return mcp('plan', { do: 'wait', plan })
  },
}

test.each(Object.entries(DOORS))(
  'every type of action waits for a person by %s, and a no does nothing',
  async (_, work) => {
    for (const [kind, action] of HELD) {
      const ended = work(action)
      const question = await questionDuring(ended)
      expect(question.kind).toBe(kind)
      await decide(question, 'deny')
      expect(JSON.stringify(await ended)).toMatch(/APPROVAL_DENIED|refused|said no/)
    }
    expect(sent).not.toContain('secretly')
  },
)

test('tasks in words, replays, repairs and files of a session wait at the same edge, and tests of such programs are not run', async () => {
  const { engine } = tools()
  const held = async (work: Promise<unknown>, kind: Approval['kind']) => {
    const question = await questionDuring(work)
    expect(question.kind).toBe(kind)
    await decide(question, 'deny')
    expect(await work.then(JSON.stringify, String)).toMatch(/APPROVAL_DENIED|refused|said no|"blocked"/)
  }
  await held(engine.tasks.executeTask({ task: 'Run this:\n```bash\ntouch made\n```' }, ada), 'command')
  // Trials ask nobody: they are not run.
  const untested = await mcp('test_code', { language: 'javascript', code: 'function f(a) { return a + 1 }' })
  expect(JSON.stringify(untested)).toContain('nothing came back from the sandbox')
  await held(mcp('repair_code', { language: 'bash', code: 'touch made', tests: [{ stdout: 'x' }] }), 'command')
  const online = await engine.sessions.create({ network: { allow: ['secret.example'] } }, 'ada')
  await held(mcp('files', { do: 'write', session: online.id, path: 'a', content: 'b' }), 'network')
  const once = (await engine.run({ code: 'touch made', language: 'bash' }, ada)).result
  await decide(await questionDuring(once), 'approve')
  await held(engine.graph.replay({ subject: `run:${(await once).runId}` }, ada), 'command')
})
