import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval, ApprovalDecision } from '../src/contract/approval.ts'
import { type ScriptedServer, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

const ADA = 'ada'
/** Wrong in a way that no rule can know and no small change mends. */
const code = 'def shout(word):\n    return "nothing"\nprint("loaded")\n'
const broken = { code, language: 'python', tests: [{ code: 'assert shout("hi") + shout("no") == "hi! hi!no! no!"' }] }
const repair = { explanation: 'said it twice', edits: [{ find: '"nothing"', replace: 'f"{word}! {word}!"' }] }
const USAGE = { prompt_tokens: 40, completion_tokens: 2 }
const BROKEN_PLAN = { steps: [{ id: 'a', action: { type: 'shell.run', input: { command: 'exit 3' } } }] }

let model: ScriptedServer
beforeAll(async () => {
  model = await startScriptedServer([{ says: repair, usage: USAGE }])
})
afterAll(() => model[Symbol.asyncDispose]())

const inEngine = <T>(tokens: number, use: (tools: TestEngine) => Promise<T>, home?: string): Promise<T> => {
  const of = { ANNEAL_MODEL: 'openai-compatible/small', ANNEAL_MODEL_URL: model.url, ANNEAL_MODEL_KEY: 'k' }
  // Memory would repeat the repair of the model, and nothing would be spent.
  const env = {
    ...of,
    ANNEAL_MEMORY: 'false',
    ANNEAL_APPROVAL_DAY_TOKENS: String(tokens),
    ANNEAL_SHUTDOWN_GRACE_MS: '0',
  }
  return withEngine({ env, ...(home !== undefined && { home }) }, use)
}

/** The question of work that waits; fails when the work ends without one. */
async function questionDuring({ engine }: TestEngine, work: Promise<unknown>): Promise<Approval> {
  let isOver = false
  const ended = work.then(JSON.stringify, String).finally(() => (isOver = true))
  for (;;) {
    const [question] = await engine.approvals.list({ userId: ADA, state: 'waiting', limit: 1 })
    if (question) return question
    if (isOver) throw new Error(`nobody was asked: ${await ended}`)
    await delay(20)
  }
}

const decide = ({ engine }: TestEngine, { id }: Approval, decision: ApprovalDecision) =>
  engine.approvals.decide(id, ADA, decision)
const run = async ({ engine }: TestEngine) => (await engine.run(broken, { userId: ADA })).result

const DOORS: [door: string, work: (tools: TestEngine) => Promise<unknown>][] = [
  ['the repair of a run', run],
  [
    'the repair of an action',
    ({ engine }) => engine.actions.executeAction({ type: 'code.run', input: broken }, { userId: ADA }),
  ],
  ['a review by guard', ({ call }) => call('/v1/guard', { body: { code, language: 'python', review: true } })],
  ['cases for tests', ({ call }) => call('/v1/tests', { body: { code, language: 'python', model: true } })],
  [
    'a task in words',
    ({ engine }) => engine.tasks.executeTask({ task: 'Why is the sky blue?', type: 'question' }, { userId: ADA }),
  ],
  [
    'a plan that is changed',
    ({ engine }) => engine.plans.executePlan({ ...BROKEN_PLAN, replan: 'model' }, { userId: ADA }),
  ],
]

test.each(DOORS)(
  'no way around the amount of a day by %s: the model is asked after a person has agreed',
  async (_, work) => {
    await inEngine(1, async (tools) => {
      const before = model.received.length
      const waiting = work(tools)
      const question = await questionDuring(tools, waiting)
      expect(question).toMatchObject({
        ...{ kind: 'spending', userId: ADA, reason: 'policy: dayTokens', names: ['openai-compatible/small'] },
        arguments: { model: 'openai-compatible/small', limit: 1 },
      })
      expect(model.received.length).toBe(before)
      await decide(tools, question, { decision: 'deny' })
      await waiting
      expect(model.received.length).toBe(before)
    })
  },
)

describe('a question about spending', () => {
  test('that is denied leaves the run without the model, as one whose budget is spent', async () => {
    await inEngine(1, async (tools) => {
      const work = run(tools)
      await decide(tools, await questionDuring(tools, work), { decision: 'deny' })
      const { outcome, blocks } = await work
      expect([outcome, blocks[0]?.stopped?.reason]).toEqual(['failed', 'budget'])
    })
  })

  test('that is approved once serves that question, and the next asks again; a pattern serves all until its end', async () => {
    await inEngine(1, async (tools) => {
      for (const decision of [{ decision: 'approve' }, { decision: 'approve', for: 'pattern' }] as const) {
        const work = run(tools)
        await decide(tools, await questionDuring(tools, work), decision)
        expect((await work).outcome).toBe('ok')
      }
      expect((await run(tools)).outcome).toBe('ok')
      const { approvals } = tools.engine
      expect((await approvals.list({ userId: ADA, limit: 9 })).map(({ state }) => state)).toEqual([
        'approved',
        'approved',
      ])
    })
  })

  test('outlives its engine', async () => {
    await withHome(async (home) => {
      const question = await inEngine(
        1,
        async (tools) => {
          const cut = new AbortController()
          const work = tools.engine.run(broken, { userId: ADA, signal: cut.signal }).then(({ result }) => result)
          const asked = await questionDuring(tools, work)
          cut.abort()
          await work
          return asked
        },
        home,
      )
      await inEngine(
        1,
        async (tools) => {
          await decide(tools, question, { decision: 'approve' })
          expect((await run(tools)).outcome).toBe('ok')
        },
        home,
      )
    })
  })

  test('comes when the amount is reached, and counts what was spent, not what might have been', async () => {
    await inEngine(20_000, async (tools) => {
      const { purse } = tools.engine.approvals
      const never = new AbortController().signal
      const call = (tokens: number) => ({ model: 'm', tokens, of: { userId: ADA } })
      const settles = await Promise.all([purse(call(9000), never), purse(call(9000), never)])
      // Both are under way: together with a third they could pass the amount.
      const third = purse(call(9000), never)
      await decide(tools, await questionDuring(tools, third), { decision: 'deny' })
      await expect(third).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
      for (const settle of settles) await settle(42)
      await (await purse(call(19_000), never))(0)
      expect((await run(tools)).outcome).toBe('ok')
      const [kept] = await tools.engine.approvals.list({ userId: ADA, limit: 1 })
      expect(kept).toMatchObject({ state: 'denied', arguments: { tokens: 9000 } })
    })
  })
})
