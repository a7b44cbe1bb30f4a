import { expect, test } from 'vitest'
import type { RunEvent } from '../src/contract/event.ts'
import type { GuardReport } from '../src/contract/guard.ts'
import type { RunResult } from '../src/contract/run.ts'
import { createEngine } from '../src/engine.ts'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'

const KEY = 'sk-of-the-model-1234'
/** Wrong in a way that no rule can know and no small change mends. */
const code = 'def shout(word):\n    return "nothing"\nprint("loaded")\n'
const request = { code, language: 'python', tests: [{ code: 'assert shout("hi") + shout("no") == "hi! hi!no! no!"' }] }
const SHOUTED = 'f"{word}! {word}!"'
const repair = { explanation: `said it twice, ${KEY}`, edits: [{ find: '"nothing"', replace: SHOUTED }] }

async function withModel(script: Step[], env: Record<string, string>, use: (tools: TestEngine) => Promise<void>) {
  await using server = await startScriptedServer(script)
  const model = { ANNEAL_MODEL: 'openai-compatible/small', ANNEAL_MODEL_URL: server.url, ANNEAL_MODEL_KEY: KEY }
  await withEngine({ env: { ...model, ...env } }, use)
  expect(server.received.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true)
}

const run = async ({ call }: TestEngine): Promise<RunResult> =>
  (await call('/v1/runs', { body: request })).json() as Promise<RunResult>

test('a model repairs programs that rules cannot, is heard meanwhile, and its key is shown nowhere', async () => {
  await withModel([{ says: repair }], {}, async (tools) => {
    const told: RunEvent[] = await eventsOf(
      await tools.call('/v1/runs', { body: request, headers: { accept: 'text/event-stream' } }),
    )
    expect(told.at(-1)).toMatchObject({ type: 'run.end', outcome: 'ok', finalCode: code.replace('"nothing"', SHOUTED) })
    const thoughts = told.filter((event) => event.type === 'thinking.delta')
    expect(thoughts.map(({ text }) => text).join('')).toContain('said it twice')
    const second = told.find((event) => event.type === 'attempt.start' && event.attempt === 2)
    expect(second).toMatchObject({ strategy: 'model', why: 'said it twice, •••' })
    expect(JSON.stringify([told, tools.logs, tools.engine.settings()])).not.toContain(KEY)
  })
})

test('a model that fails does not fail the run, which tells why there was no repair', async () => {
  await withModel([{ status: 401 }], {}, async (tools) => {
    const { outcome, blocks } = await run(tools)
    expect(outcome).toBe('failed')
    expect(blocks[0]?.stopped?.text).toContain('the key is refused')
  })
})

test('a run stops with the reason when its budget for the model is spent', async () => {
  await withModel([{ says: repair }], { ANNEAL_MODEL_RUN_TOKENS: '500' }, async (tools) => {
    const { blocks } = await run(tools)
    expect(blocks[0]?.stopped?.reason).toBe('budget')
  })
})

test('no model is asked when the order of correctors has none', async () => {
  await using server = await startScriptedServer([{ says: repair }])
  const env = { ANNEAL_MODEL: 'vllm/small', ANNEAL_MODEL_URL: server.url, ANNEAL_CORRECTORS: 'rules' }
  await withEngine({ env }, async (tools) => {
    expect((await run(tools)).outcome).toBe('failed')
  })
  expect(server.received).toEqual([])
})

test('an unusable model stops the start with the correction', async () => {
  const problem = createEngine({ model: 'openai/some' })
  await expect(problem).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  await expect(problem).rejects.toThrow('ANNEAL_MODEL_KEY is empty: openai wants a key')
})

test('a model that reviews a program adds findings, and one that fails removes none', async () => {
  const seen = {
    findings: [{ line: 2, severity: 'critical', family: 'network', message: 'It calls home', why: 'x', remedy: 'y' }],
  }
  const body = { code: 'import os\nos.system(input())\n', language: 'python', review: true }
  const rulesIn = async ({ call }: TestEngine) => {
    const { findings } = (await (await call('/v1/guard', { body })).json()) as GuardReport
    return findings.map(({ rule, severity }) => `${rule} ${severity}`)
  }
  await withModel([{ says: seen }], {}, async (tools) => {
    expect(await rulesIn(tools)).toEqual(expect.arrayContaining(['python/shell-injection high', 'model/network high']))
  })
  await withModel([{ status: 401 }], {}, async (tools) => {
    expect(await rulesIn(tools)).toEqual(
      expect.arrayContaining(['python/shell-injection high', 'model/no-review info']),
    )
  })
})
