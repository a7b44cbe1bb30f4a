import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../../model/ai-sdk/scripted-model.fixture.ts'
import type { Step } from '../../../model/scripted-server.fixture.ts'
import type { TestPlan } from '../test-maker.ts'
import { askForCases } from './ask-for-cases.ts'

const plan = (over: Partial<TestPlan> = {}): TestPlan => ({
  ...{ code: 'def double(x):\n    return 2 * x\n', language: 'python', fileName: 'double.py', options: {}, files: {} },
  deadline: performance.now() + 20_000,
  ...over,
})
const { signal } = new AbortController()

async function ask(step: Step, over: Partial<TestPlan> = {}) {
  await using scripted = await scriptedModel([step])
  const cases = await askForCases(plan({ model: scripted.model, ...over }), signal)
  return { cases, received: scripted.received }
}

describe('cases of a model', () => {
  const cases = [{ function: 'double', arguments: ['2'], expected: '4' }]

  it('are asked for with the program between marks that it cannot hold', async () => {
    const asked = await ask({ says: { cases } }, { options: { functions: ['double'] } })
    expect(asked.cases).toEqual(cases)
    const prompt = String(asked.received[0]?.body.messages?.at(-1)?.content)
    expect(prompt).toContain('Only for: double')
    expect(prompt).toMatch(/--- program \[([0-9a-f]{16})\]\ndef double.*--- end \[\1\]/s)
  })

  it('are none when the model has nothing of use to say', async () => {
    expect((await ask({ says: 'I would rather not.' })).cases).toEqual([])
    expect((await ask({ status: 401, body: 'no' })).cases).toEqual([])
  })

  it('are not asked for when the request says so, when nothing is to be made, or without a model', async () => {
    for (const options of [{ model: false }, { generate: false }]) {
      expect((await ask({ says: { cases } }, { options })).received).toEqual([])
    }
    expect(await askForCases(plan(), signal)).toEqual([])
  })

  it('end with the request', async () => {
    await using scripted = await scriptedModel([{ hangs: true }])
    const leaving = new AbortController()
    const asked = askForCases(plan({ model: scripted.model }), leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })

  it('are given up when they take too much of the time', async () => {
    expect((await ask({ hangs: true }, { deadline: performance.now() + 300 })).cases).toEqual([])
  })
})
