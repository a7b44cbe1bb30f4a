import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import type { Step } from '../scripted-server.fixture.ts'
import { scriptedModel } from './scripted-model.fixture.ts'

const schema = z.object({ number: z.number() })
const question = { system: '', prompt: 'How many?', schema, maxTokens: 500 }
const good: Step = { says: { because: 'They can be counted on two hands.', number: 7 } }

const passing: [fault: string, step: Step][] = [
  ['429', { status: 429 }],
  ['429 with a time to wait', { status: 429, headers: { 'retry-after': '0.01' } }],
  ['500', { status: 500 }],
  ['503 without JSON', { status: 503, body: '<html>busy</html>', headers: { 'content-type': 'text/html' } }],
  ['529', { status: 529 }],
  ['a stream that is cut off', { ...good, halfway: 'cut' }],
  ['a stream that ends too early', { ...good, halfway: 'end' }],
  ['a stream of what is no JSON', { lines: ['data: {"choices": [', 'data: [DONE]'] }],
  ['a stream of other things', { lines: ['data: {"choices": 7}', 'data: [DONE]'] }],
  ['an error inside of the stream', { lines: ['data: {"error": {"message": "out of memory"}}', 'data: [DONE]'] }],
]

describe('a model that fails for a moment', () => {
  it.each(passing)('is asked again after %s', async (_, step) => {
    await using asked = await scriptedModel([step, good])
    expect((await asked.ask(question)).answer).toEqual({ number: 7 })
    expect(asked.received).toHaveLength(2)
  })

  it.each(passing)('is asked a bounded number of times after %s', async (_, step) => {
    await using asked = await scriptedModel([step], { retries: 1 })
    await expect(asked.ask(question)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(asked.received).toHaveLength(2)
  })

  it('is not waited for longer than the question may take', async () => {
    await using asked = await scriptedModel([{ status: 429, headers: { 'retry-after': '3600' } }, good])
    await expect(asked.ask(question)).rejects.toMatchObject({ message: expect.stringContaining('429 scripted 429') })
    expect(asked.received).toHaveLength(1)
  })

  it('is paid for its words before it broke off', async () => {
    await using asked = await scriptedModel([{ ...good, halfway: 'cut' }, good])
    const { usage } = await asked.ask(question)
    expect(asked.spent).toHaveLength(2)
    expect(usage.inputTokens).toBeGreaterThan(100)
  })
})

const final: [fault: string, step: Step, told: { code: string; message: RegExp; hint: RegExp }][] = [
  ['a wrong key', { status: 401 }, { code: 'MODEL_REFUSED', message: /the key is refused/, hint: /ANNEAL_MODEL_KEY/ }],
  ['a wrong model', { status: 404 }, { code: 'MODEL_REFUSED', message: /no model small at/, hint: /ANNEAL_MODEL / }],
  [
    'an empty account',
    { status: 429, body: '{"error":{"message":"pay","code":"insufficient_quota"}}' },
    { code: 'MODEL_REFUSED', message: /nothing left/, hint: /credit/ },
  ],
  [
    'a content filter',
    { says: '', finish: 'content_filter' },
    { code: 'MODEL_REFUSED', message: /content filter/, hint: /another model/ },
  ],
  [
    'an answer without JSON',
    { says: 'Seven, I think.' },
    { code: 'MODEL_ANSWER_INVALID', message: /no JSON object/, hint: /larger model/ },
  ],
  [
    'an answer of another form',
    { says: { number: 'seven' } },
    { code: 'MODEL_ANSWER_INVALID', message: /number: .*expected number/, hint: /larger model/ },
  ],
  ['an empty answer', { says: '' }, { code: 'MODEL_ANSWER_INVALID', message: /is empty/, hint: /larger model/ }],
  [
    'an answer that was too long',
    { says: '{"number": 7', finish: 'length' },
    { code: 'MODEL_ANSWER_INVALID', message: /cut off at 500 tokens/, hint: /ANNEAL_MODEL_OUTPUT_TOKENS/ },
  ],
  [
    'an answer without end',
    { says: 'x'.repeat(30_000) },
    { code: 'MODEL_ANSWER_INVALID', message: /goes on beyond the 500 tokens/, hint: /max_tokens/ },
  ],
]

describe('a model that will not do better', () => {
  it.each(final)('is not asked again after %s, and the reason says what to do', async (_, step, told) => {
    await using asked = await scriptedModel([step])
    const { code, message, hint } = await asked.ask(question).catch((error) => error)
    expect(code).toBe(told.code)
    expect(message).toMatch(told.message)
    expect(hint).toMatch(told.hint)
    expect(asked.received).toHaveLength(1)
  })

  it('is asked plainly once when it refuses the request, and then not again', async () => {
    await using asked = await scriptedModel([{ status: 400 }])
    await expect(asked.ask(question)).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
    expect(asked.received).toHaveLength(2)
  })

  it('costs nothing where it accepted nothing', async () => {
    await using asked = await scriptedModel([{ status: 401 }])
    await asked.ask(question).catch(() => {})
    expect(asked.spent).toEqual([])
  })

  it('is named when nothing answers at its address', async () => {
    const asked = await scriptedModel([good])
    await asked[Symbol.asyncDispose]()
    const { code, message } = await asked.ask(question).catch((error) => error)
    expect(code).toBe('MODEL_UNAVAILABLE')
    expect(message).toMatch(/http:\/\/127\.0\.0\.1:\d+\/v1 cannot be reached \(ECONNREFUSED\)/)
  })
})

describe('a model that is slow', () => {
  it.each<[string, Step]>([
    ['before it says anything', { hangs: true }],
    ['in the middle of its answer', { ...good, halfway: 'silent' }],
  ])('is given up after silence %s', async (_, step) => {
    await using asked = await scriptedModel([step], { idleTimeoutMs: 50, retries: 0 })
    await expect(asked.ask(question)).rejects.toMatchObject({ message: expect.stringContaining('silent for 50 ms') })
    await asked.left
  })

  it('is asked again after silence', () =>
    undisturbed(200, async () => {
      await using asked = await scriptedModel([{ hangs: true }, good], { idleTimeoutMs: 200 })
      expect((await asked.ask(question)).answer).toEqual({ number: 7 })
    }))

  it('may be silent until its answer is whole where it does not stream', async () => {
    await using asked = await scriptedModel([{ hangs: true }], { isStreamed: false, idleTimeoutMs: 1, timeoutMs: 50 })
    await expect(asked.ask(question)).rejects.toMatchObject({ message: expect.stringContaining('none after 50 ms') })
  })

  it('is given up when its time is over, and not asked again', async () => {
    await using asked = await scriptedModel([{ hangs: true }], { timeoutMs: 50 })
    await expect(asked.ask(question)).rejects.toMatchObject({ message: expect.stringContaining('none after 50 ms') })
    // On a busy host the time is over before the first question arrives.
    expect(asked.received.length).toBeLessThan(2)
  })
})

describe('a question that is cancelled', () => {
  it.each<[string, Step]>([
    ['before the answer begins', { hangs: true }],
    ['in the middle of the answer', { ...good, halfway: 'silent' }],
    ['while it waits to ask again', { status: 429, headers: { 'retry-after': '15' } }],
  ])('ends at once %s, with the reason it was given', async (_, step) => {
    await using asked = await scriptedModel([step])
    const controller = new AbortController()
    const reply = asked.ask(question, controller.signal)
    const ended = reply.catch((error) => error)
    while (asked.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    controller.abort(new Error('enough'))
    expect(await ended).toEqual(new Error('enough'))
  })

  it('is never sent when it was cancelled before', async () => {
    await using asked = await scriptedModel([good])
    await expect(asked.ask(question, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    expect(asked.received).toEqual([])
  })
})
