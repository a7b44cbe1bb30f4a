import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from './scripted-model.fixture.ts'

const schema = z.object({ explanation: z.string(), number: z.number() })
const question = { system: 'Be exact.', prompt: 'How many?', schema, maxTokens: 500, spoken: 'explanation' }
const says = { explanation: 'I counted "them".\nTwice.', number: 7 }

describe('a model over the protocol of OpenAI', () => {
  it('answers in the requested form, and reports its cost', async () => {
    await using asked = await scriptedModel([{ says }], { prices: { inputUsd: 10, outputUsd: 100 } })
    const reply = await asked.ask(question)
    expect(reply).toEqual({ answer: says, usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.003 } })
    expect(asked.spent).toEqual([reply.usage])
  })

  it('is sent the schema, the limit and the key, and the two texts separately', async () => {
    await using asked = await scriptedModel([{ says }], { key: 'k-123' })
    await asked.ask(question)
    const [{ path, headers, body } = expect.fail()] = asked.received
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer k-123'])
    expect(body).toMatchObject({
      model: 'small',
      max_tokens: 500,
      stream: true,
      messages: [
        { role: 'system', content: 'Be exact.' },
        { role: 'user', content: 'How many?' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { required: ['explanation', 'number'], additionalProperties: false } },
      },
    })
  })

  it('is heard while it answers: its thinking, and the readable part of the answer', async () => {
    await using asked = await scriptedModel([{ thinks: 'Let me see. ', says }])
    await asked.ask(question)
    expect(asked.heard.join('')).toBe('Let me see. I counted "them".\nTwice.')
    expect(asked.heard.length).toBeGreaterThan(3)
  })

  it('may think inside of its answer, between tags', async () => {
    await using asked = await scriptedModel([{ says: `<think>{"number": 1}</think>${JSON.stringify(says)}` }])
    expect((await asked.ask(question)).answer).toEqual(says)
  })

  it('may answer without streaming', async () => {
    await using asked = await scriptedModel([{ says }], { isStreamed: false })
    expect((await asked.ask(question)).answer).toEqual(says)
    expect(asked.received[0]?.body.stream).toBeUndefined()
    expect(asked.heard.join('')).toBe(says.explanation)
  })

  it('is asked plainly, then and later, when it knows no schemas', async () => {
    const fenced = `Here it is:\n\`\`\`json\n${JSON.stringify(says)}\n\`\`\``
    await using asked = await scriptedModel([{ status: 400 }, { says: fenced }])
    expect((await asked.ask(question)).answer).toEqual(says)
    expect((await asked.ask(question)).answer).toEqual(says)
    expect(asked.received.map(({ body }) => 'response_format' in body)).toEqual([true, false, false])
  })

  it('is counted by estimate where its server does not count', async () => {
    await using asked = await scriptedModel([{ says, usage: { prompt_tokens: 0, completion_tokens: 0 } }])
    const { usage } = await asked.ask({ ...question, prompt: 'x'.repeat(3000) })
    expect(usage.inputTokens).toBeGreaterThan(1000)
    expect(usage.outputTokens).toBeGreaterThan(10)
  })

  it('gets the limit by its newer name when it is OpenAI itself', async () => {
    await using asked = await scriptedModel([{ says }], { providerId: 'openai' })
    await asked.ask(question)
    expect(asked.received[0]?.body).toMatchObject({ max_completion_tokens: 500 })
    expect(asked.received[0]?.body).not.toHaveProperty('max_tokens')
  })
})

describe('a model over the protocol of Anthropic', () => {
  it.each([
    ['knows schemas', 'claude-sonnet-4-5', 'output_config'],
    ['knows only tools', 'claude-3-5-haiku-latest', 'tools'],
  ])('answers, streams and counts in the same way, where it %s', async (_, name, field) => {
    await using asked = await scriptedModel([{ says }], { protocol: 'anthropic', key: 'k-123', name })
    const reply = await asked.ask(question)
    expect(reply).toEqual({ answer: says, usage: { inputTokens: 100, outputTokens: 20 } })
    expect(asked.heard.join('')).toBe(says.explanation)
    const [{ path, headers, body } = expect.fail()] = asked.received
    expect([path, headers['x-api-key']]).toEqual(['/v1/messages', 'k-123'])
    expect(body).toMatchObject({ model: name, max_tokens: 500, stream: true, [field]: expect.anything() })
  })
})
