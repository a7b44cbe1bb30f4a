import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../../model/ai-sdk/scripted-model.fixture.ts'
import { createBudget } from '../../../model/budget.ts'
import type { Step } from '../../../model/scripted-server.fixture.ts'
import { assumes as findAssumption } from '../assumes.ts'
import type { Change } from '../change.ts'
import { BROKEN, faultOf } from './fault.fixture.ts'
import { createModelCorrector, type ModelCorrectorParts } from './model-corrector.ts'

const repair = { explanation: 'closed the bracket on line 2', edits: [{ find: 'sum(prices', replace: 'sum(prices)' }] }
const REPAIRED = BROKEN.replace('sum(prices', 'sum(prices)')

/** The corrector with the real adapter and a scripted server. */
async function scripted(script: Step[], over: Partial<ModelCorrectorParts> = {}) {
  const { model, received, heard, [Symbol.asyncDispose]: dispose } = await scriptedModel(script)
  const budget = createBudget({ tokens: 100_000 })
  const check = async ({ code }: { code: string }) => (code.includes('(((') ? "'(' was never closed" : undefined)
  const refuses = async ({ after }: { after: string }) => (after.includes('except') ? 'it swallows exceptions' : null)
  const assumes = async (change: Change) => findAssumption(change) ?? null
  const correct = createModelCorrector({ model, budget, check, refuses, assumes, maxTokens: 1000, ...over })
  const onThinking = (text: string) => heard.push(text)
  return {
    correct: (fault = faultOf(), signal = new AbortController().signal) => correct(fault, { signal, onThinking }),
    prompts: () => received.map(({ body }) => String(body.messages?.at(-1)?.content)),
    received,
    heard,
    budget,
    [Symbol.asyncDispose]: dispose,
  }
}

describe('a correction by a model', () => {
  it('is the program with the edits applied, with the reason in the model’s words and its cost', async () => {
    await using asked = await scripted([{ says: repair }])
    expect(await asked.correct()).toEqual({
      code: REPAIRED,
      why: 'closed the bracket on line 2',
      usage: { inputTokens: 100, outputTokens: 20 },
    })
    expect(asked.heard.join('')).toBe('closed the bracket on line 2')
    expect(asked.budget.spent()).toEqual({ inputTokens: 100, outputTokens: 20 })
  })

  it('may be the whole program', async () => {
    await using asked = await scripted([{ says: { explanation: 'x', code: REPAIRED } }])
    expect(await asked.correct()).toMatchObject({ code: REPAIRED })
  })

  it('may come as text with the program in a fence', async () => {
    await using asked = await scripted([{ says: `Closed it.\n\n\`\`\`python\n${REPAIRED}\`\`\`\n` }])
    expect(await asked.correct()).toMatchObject({ code: REPAIRED, why: 'Closed it' })
  })

  it.each<[string, object | string, RegExp]>([
    ['text that is not there', { edits: [{ find: 'foo', replace: 'bar' }] }, /edits\[0\]: "find" does not occur/],
    ['text that is there twice', { edits: [{ find: 'print', replace: 'p' }] }, /more than once \(on lines 4, 5\)/],
    ['nothing', { edits: [{ find: 'done', replace: 'done' }] }, /changes nothing/],
    ['what does not parse', { edits: [{ find: 'sum(', replace: 'sum(((' }] }, /does not parse: '\(' was never closed/],
    ['what weakens it', { edits: [{ find: 'print("done")', replace: 'except: pass' }] }, /it swallows exceptions/],
    [
      'a value to a made-up one',
      { edits: [{ find: 'sum(prices', replace: 'sum(prices) or 0' }] },
      /assumes that a fixed/,
    ],
    ['far too much', { edits: [{ find: '"done"', replace: 'x'.repeat(11_000) }] }, /do not write anew/],
    ['all of it', { edits: [{ find: BROKEN, replace: '' }] }, /nothing would be left/],
    ['a program cut short', { code: 'print("done")' }, /"code" has 1 lines where the program has 4/],
    ['words that are no answer', 'You should close it.', /there is no JSON object in it/],
  ])('is refused when it changes %s, and asked for once more with the reason', async (_, says, reason) => {
    await using asked = await scripted([{ says }, { says: repair }], { maxTokens: 20_000 })
    expect(await asked.correct()).toMatchObject({ code: REPAIRED, usage: { inputTokens: 200 } })
    expect(asked.prompts()[1]).toMatch(reason)
  })

  it('may make something up where that is allowed, and is marked then', async () => {
    const says = { explanation: 'x', edits: [{ find: 'sum(prices', replace: 'sum(prices) or 0' }] }
    await using asked = await scripted([{ says }])
    expect(await asked.correct(faultOf({ mayAssume: true }))).toMatchObject({
      assumption: expect.stringContaining('a fixed value'),
    })
  })

  it('is refused when it was tried before', async () => {
    await using asked = await scripted([{ says: repair }])
    const correction = await asked.correct(faultOf({ history: [{ n: 1, code: REPAIRED }] }))
    expect(correction).toMatchObject({ refused: expect.stringContaining('this very program has failed already') })
  })

  it('is given up after the second answer that cannot be used', async () => {
    await using asked = await scripted([{ says: { edits: [{ find: 'foo', replace: 'bar' }] } }])
    expect(await asked.correct()).toMatchObject({ because: 'unusable', refused: expect.stringContaining('edits[0]') })
    expect(asked.received).toHaveLength(2)
  })

  it('is none when the model sees nothing to repair, and the model is not asked again', async () => {
    await using asked = await scripted([{ says: { explanation: 'It fails on purpose.', edits: [], code: null } }])
    const refused = 'the model proposes no change: It fails on purpose'
    expect(await asked.correct()).toMatchObject({ because: 'declined', refused })
    expect(asked.received).toHaveLength(1)
  })

  it('is none, and why, when the model fails', async () => {
    await using asked = await scripted([{ status: 401 }])
    const { because, refused } = (await asked.correct()) as { because: string; refused: string }
    expect(because).toBe('unavailable')
    expect(refused).toMatch(/the key is refused.*Check ANNEAL_MODEL_KEY/)
  })

  it('is none when the budget of the run is spent, and then nothing is asked', async () => {
    await using asked = await scripted([{ says: repair }])
    asked.budget.spend({ inputTokens: 90_000, outputTokens: 9900 })
    expect(await asked.correct()).toMatchObject({ because: 'budget', refused: expect.stringContaining('99900') })
    expect(asked.received).toEqual([])
  })

  it('is asked for no longer an answer than the budget leaves room for', async () => {
    await using asked = await scripted([{ says: repair }], { maxTokens: 20_000 })
    asked.budget.spend({ inputTokens: 98_000, outputTokens: 0 })
    await asked.correct()
    expect(asked.received[0]?.body.max_tokens).toBeLessThan(2000)
  })

  it('is none of a program that is too large, and then nothing is asked', async () => {
    await using asked = await scripted([{ says: repair }])
    const correction = await asked.correct(faultOf({ code: 'x'.repeat(500_001) }))
    expect(correction).toMatchObject({ refused: 'the program is too large' })
    expect(asked.received).toEqual([])
  })

  it('ends with the reason of the signal when the run is cancelled', async () => {
    await using asked = await scripted([{ hangs: true }])
    const controller = new AbortController()
    const ended = asked.correct(faultOf(), controller.signal).catch((error) => error)
    while (asked.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    controller.abort(new Error('enough'))
    expect(await ended).toEqual(new Error('enough'))
  })
})
