import { afterAll, describe, expect, test } from 'vitest'
import type { ChatInfo } from '../src/contract/chat.ts'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { createClient } from '../src/sdk/sdk.ts'
import type { Call } from './support/engine.ts'
import { oneEngine } from './support/one-engine.ts'
import { Talk } from './support/talk.ts'

const script: Step[] = []
const model = await startScriptedServer(script)
afterAll(() => model[Symbol.asyncDispose]())

const tools = oneEngine({
  env: {
    ANNEAL_MODEL: 'openai-compatible/scripted',
    ANNEAL_MODEL_URL: model.url,
    ANNEAL_CORRECTORS: 'rules',
    ANNEAL_APPROVAL_COMMANDS: 'touch',
    ANNEAL_MODEL_RETRIES: '0',
    ANNEAL_MODEL_TIMEOUT_MS: '3000',
  },
})

const willSay = (...steps: Step[]) => {
  script.length = model.received.length
  script.push(...steps)
}
/** An answer that goes on until a person has decided. */
const WAITS = { says: 'I make a file:\n\n```bash\ntouch made && echo done\n```\n' }
const api = async <T>(path: string, call?: Call): Promise<T> => (await tools().call(path, call)).json() as Promise<T>
const keptChat = (id: string) => api<ChatInfo>(`/v1/chats/${id}`)
const client = () =>
  createClient({
    ...{ baseUrl: 'http://localhost', apiKey: tools().keys.ada },
    fetch: async (input, init) => tools().app.fetch(new Request(input as string, init as RequestInit)),
  })

/** Asks, and leaves as soon as the run waits for a person. */
async function askAndLeave(id: string): Promise<{ talk: Talk; approvalId: string }> {
  willSay(WAITS)
  const talk = new Talk(tools(), { id })
  const going = talk.sendMessage({ text: 'Make a file.' })
  await expect.poll(() => talk.runs[0]?.state, { timeout: 60_000 }).toBe('waiting')
  const { approvalId = '' } = talk.runs[0]?.question ?? {}
  await talk.stop()
  await going
  return { talk, approvalId }
}

describe('an answer whose reader left', () => {
  test('goes on, and useChat resumes it from its beginning on any other device', async () => {
    const { talk: left, approvalId } = await askAndLeave('resumed')
    expect((await keptChat('resumed')).isAnswering).toBe(true)
    const { messages } = await keptChat('resumed')
    const [loaded, bare] = [
      new Talk(tools(), { id: 'resumed', messages: messages as never }),
      new Talk(tools(), { id: 'resumed', messages: left.messages.slice(0, 1) }),
    ]
    const readers = [loaded, bare].map((talk) => talk.resumeStream())
    for (const talk of [loaded, bare]) {
      await expect.poll(() => talk.runs[0]?.state, { timeout: 60_000 }).toBe('waiting')
    }
    await tools().engine.approvals.decide(approvalId, 'ada', { decision: 'approve' })
    await Promise.all(readers)
    const kept = await keptChat('resumed')
    expect(kept.isAnswering).toBe(false)
    expect(kept.messages[1]).toMatchObject({ metadata: { outcome: 'ok' } })
    for (const talk of [loaded, bare]) {
      expect(talk.error).toBeUndefined()
      expect(JSON.parse(JSON.stringify(talk.messages))).toEqual(kept.messages)
    }
    expect(loaded.runs).toMatchObject([{ state: 'ended', outcome: 'ok', stdout: 'done\n' }])
  })

  test('is stopped by a word of its user, or by the next question, and its words stay', async () => {
    await askAndLeave('by-word')
    expect(await api('/v1/chats/by-word/stop', { method: 'POST' })).toEqual({ stopped: true })
    expect((await keptChat('by-word')).messages[1]).toMatchObject({ metadata: { outcome: 'cancelled' } })
    const { talk } = await askAndLeave('by-question')
    willSay({ says: 'No file then.' })
    await talk.sendMessage({ text: 'Never mind.' })
    const { messages } = await keptChat('by-question')
    expect(messages.map(({ metadata }) => (metadata as { outcome?: string } | undefined)?.outcome)).toEqual([
      ...[undefined, 'cancelled', undefined, 'nothing-to-run'],
    ])
    expect(JSON.stringify(messages[1])).toContain('I make a file')
  })

  test('is nobody else’s to read; without an answer there is nothing to read', async () => {
    const { approvalId } = await askAndLeave('private')
    const { id } = await keptChat('private')
    const status = async (path: string, key?: string) => (await tools().call(path, { ...(key && { key }) })).status
    for (const path of [`/v1/chat/${id}/stream`, `/v1/chats/${id}/stream`]) {
      expect(await status(path, tools().keys.ben)).toBe(404)
    }
    // A name is its user's own: the same name of another user is another conversation, which is not there.
    expect(await status('/v1/chats/private/stream', tools().keys.ben)).toBe(204)
    expect((await tools().call(`/v1/chats/${id}/stop`, { key: tools().keys.ben, method: 'POST' })).status).toBe(404)
    await tools().engine.approvals.decide(approvalId, 'ada', { decision: 'deny' })
    await expect.poll(() => status(`/v1/chats/${id}/stream`), { timeout: 60_000 }).toBe(204)
    expect(await status('/v1/chat/never-used/stream')).toBe(204)
    const fresh = new Talk(tools(), { id: 'never-used' })
    await fresh.resumeStream()
    expect([fresh.status, fresh.error]).toEqual(['ready', undefined])
  })
})

describe('client.chat', () => {
  test('asks, resumes, lists, renames, branches and removes; leaving the loop stops the answer', async () => {
    const { chat } = client()
    expect(await chat.model()).toMatchObject({ model: 'openai-compatible/scripted', rounds: 3 })
    willSay({ says: 'One.\n\n```python\nprint(1)\n```\n' })
    const types = new Set<string>()
    for await (const part of chat.ask('by-sdk', 'Say one.')) types.add(part.type)
    expect([...types]).toEqual(expect.arrayContaining(['start', 'text-delta', 'data-run', 'data-event', 'finish']))
    const { messages } = await chat.get('by-sdk')
    const branch = await chat.branch('by-sdk', messages[0]?.id ?? '')
    expect(branch.messages).toEqual(messages.slice(0, 1))
    expect(await chat.rename(branch.id, 'Another')).toMatchObject({ title: 'Another' })
    expect((await chat.list({ limit: 2 })).chats.map(({ title }) => title)).toContain('Another')
    await chat.remove(branch.id)
    await expect(chat.get(branch.id)).rejects.toMatchObject({ code: 'CHAT_NOT_FOUND' })

    willSay(WAITS)
    for await (const part of chat.ask('by-sdk', 'Make a file.')) {
      if (part.type !== 'data-run' || (part.data as { state: string }).state !== 'waiting') continue
      for await (const again of chat.resume('by-sdk')) {
        if (again.type === 'data-run') break
      }
      break
    }
    await expect.poll(async () => (await chat.get('by-sdk')).isAnswering, { timeout: 60_000 }).toBe(false)
    expect((await chat.get('by-sdk')).messages.at(-1)).toMatchObject({ metadata: { outcome: 'cancelled' } })
    for await (const part of chat.resume('by-sdk')) expect(part).toBeUndefined()
  })
})

const FAULTS: [fault: string, step: Step, code: string, words: RegExp][] = [
  ['401', { status: 401 }, 'MODEL_REFUSED', /key is refused .*ANNEAL_MODEL_KEY/],
  ['429', { status: 429, headers: { 'retry-after': '30' } }, 'MODEL_UNAVAILABLE', /429.* Try again in 30 s/],
  ['no answer', { hangs: true }, 'MODEL_UNAVAILABLE', /none after 3000 ms.*ANNEAL_MODEL_TIMEOUT_MS/],
  [
    'an answer of another form',
    { lines: ['data: {"hello": 1}', 'data: [DONE]'] },
    'MODEL_UNAVAILABLE',
    /\(it has another form\)\. Try again; if it lasts, check that http/,
  ],
  ['a broken stream', { says: 'Half of a sentence', halfway: 'cut' }, 'MODEL_UNAVAILABLE', /broke off/],
]

test.each(FAULTS)(
  'a model that gives %s is told in clear words, which stay in the conversation',
  async (fault, step, code, words) => {
    willSay(step)
    const id = fault.replaceAll(' ', '-')
    const talk = new Talk(tools(), { id })
    await talk.sendMessage({ text: 'Hello?' })
    expect(talk.error?.message).toMatch(words)
    const [question, answer] = (await keptChat(id)).messages
    expect(question).toMatchObject({ role: 'user', parts: [{ text: 'Hello?' }] })
    expect(answer).toMatchObject({ metadata: { outcome: 'error', error: { code } } })
    if (step.halfway) expect(JSON.stringify(answer)).toMatch(/"text":"Half[^"]*","state":"done"/)
  },
)
