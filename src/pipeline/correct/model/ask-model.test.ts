import { describe, expect, it } from 'vitest'
import type { EventDraft } from '../../../contract/event.ts'
import { python } from '../../../language/python/python.ts'
import { scriptedModel } from '../../../model/ai-sdk/scripted-model.fixture.ts'
import type { Step } from '../../../model/scripted-server.fixture.ts'
import { diagnosisOf } from '../../diagnosis.fixture.ts'
import type { AskModel } from '../correct.ts'
import { refuses } from '../refuses.ts'
import { createAskModel } from './ask-model.ts'

type Failure = Parameters<AskModel>[0]
const admission = () => ({ takeSlot: async () => () => {} })
const failureOf = (over: Partial<Failure> = {}) =>
  ({
    block: 3,
    attempt: 2,
    code: 'print(totl)\n',
    language: python,
    admission: admission(),
    executed: { stderr: "NameError: name 'totl' is not defined" },
    diagnosis: diagnosisOf('totl'),
    facts: {},
    tests: [{ stdout: '6' }],
    task: 'Print the total.',
    tried: [{ strategy: 'python/x', why: 'added a colon', outcome: 'failed', detail: 'SyntaxError: no' }],
    earlier: [{ code: '', diagnosis: diagnosisOf('first'), correction: { diff: '+totl', strategy: 'python/y' } }],
    ...over,
  }) as unknown as Failure

async function asking(script: Step[], tokens = 100_000) {
  const { model, received, [Symbol.asyncDispose]: dispose } = await scriptedModel(script)
  const events: EventDraft[] = []
  const emit = (draft: EventDraft) => `e${events.push(draft)}`
  const check = async (_: string, sources: readonly string[]) =>
    sources.map((code) => (code.includes('((') ? [{ message: 'never closed', line: 1, column: 6, offset: 5 }] : []))
  const ask = createAskModel({
    model,
    check,
    refuses: async ({ mayAssume, isBehind, ...change }) => refuses(change, { mayAssume, isBehind }) ?? null,
    assumes: async () => null,
    maxTokens: 1000,
    budget: { tokens },
  })
  const signal = new AbortController().signal
  return {
    ask: (failure: Failure) => ask(failure, { emit, signal, cause: 'c' }),
    received,
    events,
    [Symbol.asyncDispose]: dispose,
  }
}

const edit = (find: string, replace: string) => ({
  says: { explanation: 'It was misspelt.', edits: [{ find, replace }] },
})

describe('the model in the correct stage', () => {
  it('gets all known facts, and its words become events in their place', async () => {
    await using asked = await asking([edit('totl', 'total')])
    expect(await asked.ask(failureOf())).toMatchObject({ code: 'print(total)\n', why: 'It was misspelt' })
    const thinking = { type: 'thinking.delta', block: 3, attempt: 2, text: 'It was misspelt.', cause: 'c' }
    const usage = { inputTokens: 100, outputTokens: 20 }
    const told = { type: 'model.asked', block: 3, attempt: 2, model: 'openai-compatible/small', ...usage, cause: 'c' }
    expect(asked.events).toEqual([thinking, told])
    const prompt = String(asked.received[0]?.body.messages?.at(-1)?.content)
    for (const known of [
      'python3',
      'Print the total.',
      "name 'totl' is not",
      'added a colon',
      '"stdout":"6"',
      '+totl',
    ]) {
      expect(prompt).toContain(known)
    }
  })

  it('has its answers looked at by the parser and by the rule that nothing is weakened', async () => {
    await using asked = await asking([
      edit('print(totl)', 'print((total)'),
      edit('print(totl)', 'import os\nos.system("x")'),
    ])
    expect(await asked.ask(failureOf())).toEqual({ refused: expect.stringContaining('`system`'), isBudget: false })
    expect(asked.received[1]?.body.messages?.at(-1)?.content).toContain('does not parse: line 1: never closed')
  })

  it('has one budget for all blocks and attempts of a run, and another for the next run', async () => {
    await using asked = await asking(
      [{ ...edit('totl', 'total'), usage: { prompt_tokens: 2000, completion_tokens: 1 } }],
      2500,
    )
    const first = failureOf()
    expect(await asked.ask(first)).toHaveProperty('code')
    const spent = { refused: '2001 of the 2500 tokens of this run are spent', isBudget: true }
    expect(await asked.ask({ ...first, block: 4 })).toEqual(spent)
    expect(await asked.ask(failureOf())).toHaveProperty('code')
    expect(asked.received).toHaveLength(2)
  })
})
