import OpenAI from 'openai'
import { afterAll, describe, expect, test } from 'vitest'
import type { ChatInfo, ChatSummary } from '../src/contract/chat.ts'
import { completion } from '../src/contract/completion.ts'
import { reduceRun } from '../src/contract/reduce-run.ts'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { type Call, withEngine } from './support/engine.ts'
import { oneEngine } from './support/one-engine.ts'
import { Talk } from './support/talk.ts'
import { withHome } from './support/temporary-home.ts'

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
  },
})
const withoutModel = oneEngine()
const hurried = oneEngine({ env: { ANNEAL_RATE_PER_SECOND: '1' } })

/** The next answers of the model. */
const willSay = (...steps: (string | Step)[]) => {
  script.length = model.received.length
  script.push(...steps.map((step) => (typeof step === 'string' ? { says: step } : step)))
}
const python = (code: string) => `Here it is:\n\n\`\`\`python\n${code}\n\`\`\`\n`
const api = async <T>(path: string, call?: Call): Promise<T> => (await tools().call(path, call)).json() as Promise<T>
/** As JSON carries it: the SDK has fields without a value. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const keptChat = (id: string) => api<ChatInfo>(`/v1/chats/${id}`)
const lastAsked = () => model.received.at(-1)?.body.messages ?? []

describe('useChat', () => {
  test('gets the answer, its run and its correction; the model is told of the failure, and everything is kept as it was shown', async () => {
    willSay(python('total = 41\nassert total == 42, "off by one"'), {
      ...{ thinks: 'One more. ', says: python('total = 42\nassert total == 42\nprint(total)') },
    })
    const talk = new Talk(tools(), { id: 'first-talk' })
    await talk.sendMessage({ text: 'Make 42.' })
    expect(talk.error).toBeUndefined()
    expect(talk.runs).toMatchObject([
      { round: 1, state: 'ended', outcome: 'failed', languages: ['python'] },
      { round: 2, state: 'ended', outcome: 'ok', stdout: '42\n' },
    ])
    const types = talk.answer?.parts.map(({ type }) => type)
    expect(types).toEqual('step-start text data-run step-start data-round reasoning text data-run'.split(' '))
    expect(JSON.stringify(lastAsked().at(-1))).toMatch(/off by one.*Answer again/)
    const { chatId = '', sessionId, ...metadata } = talk.answer?.metadata ?? {}
    expect(metadata).toMatchObject({ outcome: 'ok', rounds: 2, runs: talk.runs.map(({ runId }) => runId) })
    const story = reduceRun(talk.events.filter(({ runId }) => runId === talk.runs[1]?.runId))
    expect(story).toMatchObject({ outcome: 'ok', sessionId })

    willSay(python('print(total + 1)'))
    await talk.sendMessage({ text: 'And one more?' })
    expect(talk.runs).toMatchObject([{ outcome: 'ok', stdout: '43\n' }])
    expect(JSON.stringify(lastAsked())).toMatch(/was run: ok.*42/)

    const kept = await keptChat('first-talk')
    expect(kept).toMatchObject({ id: chatId, name: 'first-talk', title: 'Make 42.', sessionId, isAnswering: false })
    expect(kept.messages).toEqual(plain(talk.messages))
    const { events } = await api<{ events: { type: string }[] }>(`/v1/events?subject=chat:${chatId}`)
    expect(events.map(({ type }) => type)).toEqual(
      ['created', 'asked', 'answered', 'asked', 'answered'].map((type) => `chat.${type}`),
    )
  })

  test('makes branches by regenerating and editing: the session goes back, and nothing said is lost', async () => {
    willSay(python('x = 1'), python('x += 1\nprint(x)'), python('x += 10\nprint(x)'), python('x += 100\nprint(x)'))
    const talk = new Talk(tools(), { id: 'branches' })
    await talk.sendMessage({ text: 'Begin with one.' })
    await talk.sendMessage({ text: 'Add.' })
    expect(talk.runs[0]?.stdout).toBe('2\n')
    const second = talk.messages[2]
    const before = plain(talk.messages)
    await talk.regenerate()
    expect(talk.runs[0]?.stdout).toBe('11\n')
    await talk.sendMessage({ text: 'Add a hundred.', messageId: second?.id ?? '' })
    expect(talk.runs[0]?.stdout).toBe('101\n')
    const { nodes, messages } = await keptChat('branches')
    expect(messages).toHaveLength(4)
    expect(nodes).toHaveLength(7)

    const branch = await api<ChatInfo>('/v1/chats/branches/branch', { body: { messageId: before[3]?.id } })
    expect(branch).toMatchObject({ branchOf: expect.stringMatching(/^cht/), messages: before })
    willSay(python('print(x)'))
    const other = new Talk(tools(), { id: branch.id, messages: branch.messages as never })
    await other.sendMessage({ text: 'Show it.' })
    expect(other.runs[0]?.stdout).toBe('2\n')
    willSay(python('print(x)'))
    await talk.sendMessage({ text: 'Show it.' })
    expect(talk.runs[0]?.stdout).toBe('101\n')
  })

  test('stops: the words so far are kept, the run is cancelled, and the next question is answered', async () => {
    willSay(python('import time\nprint("begun", flush=True)\ntime.sleep(60)'))
    const talk = new Talk(tools(), { id: 'stopped' })
    const going = talk.sendMessage({ text: 'Sleep.' })
    await expect.poll(() => talk.events.some(({ type }) => type === 'output.delta'), { timeout: 30_000 }).toBe(true)
    const busy = await tools().call('/v1/chat', {
      body: { id: 'stopped', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Again.' }] }] },
    })
    expect([busy.status, await busy.json()]).toMatchObject([409, { error: { code: 'CHAT_BUSY' } }])
    expect(await api('/v1/chats/stopped/stop', { method: 'POST' })).toEqual({ stopped: true })
    await going
    const kept = await keptChat('stopped')
    const [, answer] = kept.messages
    expect(answer).toMatchObject({ metadata: { outcome: 'cancelled' } })
    expect(JSON.stringify(answer)).toContain('Here it is')
    const runId = talk.runs[0]?.runId
    expect(await api(`/v1/runs/${runId}`)).toMatchObject({ outcome: 'cancelled' })
    willSay('No code this time.')
    const after = new Talk(tools(), { id: 'stopped', messages: kept.messages as never })
    await after.sendMessage({ text: 'Never mind.' })
    expect(after.answer).toMatchObject({ metadata: { outcome: 'nothing-to-run', rounds: 1, runs: [] } })
  })

  test('a reader who wants it so ends the answer by leaving', async () => {
    willSay({ says: 'It is a long story that never comes to its end.', halfway: 'silent' })
    const talk = new Talk(tools(), { id: 'left', body: { whenLeft: 'stop' } })
    const going = talk.sendMessage({ text: 'Tell.' })
    await expect.poll(() => talk.answer?.parts.some(({ type }) => type === 'text'), { timeout: 30_000 }).toBe(true)
    await talk.stop()
    await going
    await expect.poll(async () => (await keptChat('left')).isAnswering, { timeout: 30_000 }).toBe(false)
    expect((await keptChat('left')).messages[1]).toMatchObject({ metadata: { outcome: 'cancelled' } })
  })

  test('shows the question that code waits for, and a no blocks it', async () => {
    willSay('```bash\ntouch made\n```')
    const talk = new Talk(tools(), { id: 'asks' })
    const going = talk.sendMessage({ text: 'Make a file.' })
    await expect.poll(() => talk.runs[0]?.state, { timeout: 30_000 }).toBe('waiting')
    const { approvalId = '' } = talk.runs[0]?.question ?? {}
    await tools().engine.approvals.decide(approvalId, 'ada', { decision: 'deny' })
    await going
    expect(talk.runs).toMatchObject([{ state: 'ended', outcome: 'blocked', error: { code: 'APPROVAL_DENIED' } }])
    expect(talk.answer?.metadata).toMatchObject({ outcome: 'blocked', rounds: 1 })
  })

  test('hears why a model failed, with advice, and is given at most three rounds', async () => {
    willSay({ status: 401 })
    const failed = new Talk(tools(), { id: 'no-answer' })
    await failed.sendMessage({ text: 'Hello?' })
    expect(failed.error?.message).toMatch(/key/)
    expect((await keptChat('no-answer')).messages.at(-1)).toMatchObject({ metadata: { outcome: 'error' } })
    const before = model.received.length
    willSay(...Array.from({ length: 5 }, () => python('raise SystemExit(3)')))
    const talk = new Talk(tools(), { id: 'hopeless' })
    await talk.sendMessage({ text: 'Try.' })
    expect(talk.answer?.metadata).toMatchObject({ outcome: 'failed', rounds: 3 })
    expect(model.received.length - before).toBe(3)
  })
})

const FILE = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' }

describe('a question without words, or with a file', () => {
  test.each([
    ['a file alone', [FILE], 'that holds text'],
    [
      'a file beside words',
      [{ type: 'text', text: 'What is it?' }, FILE],
      'with text alone: put a file into the session',
    ],
    ['nothing but spaces', [{ type: 'text', text: ' \n' }], 'that holds text'],
    ['no part at all', [], 'that holds text'],
  ])('is refused, and no model is asked: %s', async (_, parts, words) => {
    const before = model.received.length
    const body = { id: 'wordless', messages: [{ id: 'm', role: 'user', parts }] }
    const answer = await tools().call('/v1/chat', { body })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(words)
    expect(model.received.length).toBe(before)
  })
})

describe('an answer that was cut for its length', () => {
  const half = '```python\nprint("half", flush=True)\nprint(1'
  test('is not run: the model is asked for all of it again, and is told so', async () => {
    willSay({ says: half, finish: 'length' }, python('print("whole")'))
    const talk = new Talk(tools(), { id: 'cut' })
    await talk.sendMessage({ text: 'Write much.' })
    expect(talk.runs).toMatchObject([{ round: 2, outcome: 'ok', stdout: 'whole\n' }])
    expect(JSON.stringify(lastAsked().at(-1))).toMatch(/was cut at 8192 tokens, and none of its code was run/)
    expect(JSON.stringify(talk.answer?.parts)).toMatch(/data-round.*the answer was cut/)
  })

  test('is an error after the last round; words without code are given with a notice', async () => {
    willSay(...[1, 2, 3].map(() => ({ says: half, finish: 'length' as const })))
    const talk = new Talk(tools(), { id: 'cut-again' })
    await talk.sendMessage({ text: 'Write much.' })
    expect(talk.runs).toEqual([])
    expect((await keptChat('cut-again')).messages.at(-1)).toMatchObject({
      metadata: { outcome: 'error', rounds: 3, error: { code: 'CHAT_ANSWER_CUT' } },
    })
    willSay({ says: 'Once upon a', finish: 'length' })
    const words = new Talk(tools(), { id: 'cut-words' })
    await words.sendMessage({ text: 'Tell.' })
    expect(words.answer?.metadata).toMatchObject({ outcome: 'nothing-to-run', rounds: 1 })
    expect(words.answer?.parts).toMatchObject([{}, { text: 'Once upon a' }, { data: { text: /was cut/ } }])
  })
})

describe('a conversation', () => {
  test('belongs to its user alone, is renamed and listed, and is removed with its session', async () => {
    willSay(python('y = 5'))
    const talk = new Talk(tools(), { id: 'mine' })
    await talk.sendMessage({ text: 'Keep five.' })
    const { chatId = '', sessionId } = talk.answer?.metadata ?? {}
    const { ben } = tools().keys
    for (const named of ['mine', chatId]) {
      expect((await tools().call(`/v1/chats/${named}`, { key: ben })).status).toBe(404)
      expect((await tools().call(`/v1/chats/${named}`, { key: ben, method: 'DELETE' })).status).toBe(404)
    }
    const stolen = { id: chatId, messages: talk.messages.slice(0, 1) }
    expect((await tools().call('/v1/chat', { key: ben, body: stolen })).status).toBe(404)
    await api(`/v1/chats/${chatId}`, { method: 'PUT', body: { title: ' Five\n' } })
    const { chats } = await api<{ chats: ChatSummary[] }>('/v1/chats?limit=1')
    expect(chats).toMatchObject([{ id: chatId, title: 'Five', messages: 2, sessionId }])
    expect((await tools().call('/v1/chats/mine', { method: 'DELETE' })).status).toBe(204)
    expect((await tools().call('/v1/chats/mine')).status).toBe(404)
    expect((await tools().call(`/v1/sessions/${sessionId}`)).status).toBe(404)
  })

  test('that nobody used for the days of retention is removed with its session; an erased user has none left', async () => {
    await withHome(async (home) => {
      const DAY_MS = 86_400_000
      let sessionId: string | null | undefined
      await withEngine({ home }, async (given) => {
        const talk = new Talk(given, { id: 'old' })
        await talk.sendMessage({ text: python('print(1)') })
        sessionId = talk.answer?.metadata?.sessionId
      })
      const clock = () => Date.now() + 3 * DAY_MS
      const env = { ANNEAL_RETENTION_DAYS: '2', ANNEAL_SESSION_IDLE_MS: '0' }
      await withEngine({ home, env, overrides: { clock } }, async ({ engine }) => {
        expect(await engine.chats.list({ userId: 'ada', limit: 9 })).toEqual([])
        await expect(engine.sessions.get(sessionId ?? '', 'ada')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
        const question = { id: 'm', role: 'user' as const, parts: [{ type: 'text', text: python('print(2)') }] }
        const caller = { userId: 'cleo', signal: new AbortController().signal }
        const request = {
          id: 'erased',
          messages: [question],
          trigger: 'submit-message',
          rounds: 1,
          whenLeft: 'go-on',
        } as const
        await (await engine.chats.begin({ ...request, messages: [question] }, caller)).follow(() => {})
        expect(await engine.chats.list({ userId: 'cleo', limit: 9 })).toHaveLength(1)
        await engine.retention.eraseUser('cleo')
        expect(await engine.chats.list({ userId: 'cleo', limit: 9 })).toEqual([])
      })
    })
  })

  test('without a model runs pasted code, and says how to configure one for everything else', async () => {
    const talk = new Talk(withoutModel(), { id: 'pasted' })
    await talk.sendMessage({ text: python('print(sum(range(10))') })
    expect(talk.runs).toMatchObject([{ outcome: 'ok', stdout: '45\n', repaired: true }])
    const words = new Talk(withoutModel(), { id: 'words' })
    await words.sendMessage({ text: 'Why is the sky blue?' })
    expect(words.error?.message).toMatch(/CHAT_NEEDS_MODEL.*ANNEAL_MODEL/)
    const told = await (await withoutModel().call('/v1/chat')).json()
    expect(told).toMatchObject({ model: null, configure: expect.stringContaining('ANNEAL_MODEL') })
    expect((await withoutModel().call('/v1/chats/words')).status).toBe(404)
  })
})

describe('the client of OpenAI', () => {
  const through = (of: typeof tools) => async (input: unknown, init?: unknown) =>
    of().app.fetch(new Request(input as string, init as RequestInit))
  const client = () =>
    new OpenAI({
      ...{ baseURL: 'http://localhost/openai/v1', apiKey: tools().keys.ada, maxRetries: 0 },
      fetch: through(tools),
    })
  const asks = { model: 'anneal', messages: [{ role: 'user' as const, content: 'Sum up to nine.' }] }

  test('gets an answer that was run and repaired, with an annotation and a link to the story', async () => {
    willSay(python('print(sum(range(10))'))
    const whole = await client().chat.completions.create(asks)
    expect(completion.parse(plain(whole))).toEqual(plain(whole))
    const { choices, usage, model: answering, ...rest } = whole
    const { content, annotations = [] } = choices[0]?.message ?? {}
    expect([answering, choices[0]?.finish_reason]).toEqual(['openai-compatible/scripted', 'stop'])
    expect(content).toMatch(/✔ ran · python · 2 attempts[\s\S]*45[\s\S]*repaired[\s\S]*print\(sum\(range\(10\)\)\)/)
    const { anneal } = rest as unknown as { anneal: { url: string; outcome: string; repaired: boolean } }
    expect(anneal).toMatchObject({ outcome: 'ok', repaired: true, rounds: 1 })
    expect(annotations).toMatchObject([
      { type: 'url_citation', url_citation: { url: anneal.url, title: 'ok, repaired' } },
    ])
    expect(await api(new URL(anneal.url).pathname)).toMatchObject({ outcome: 'ok' })
    expect(usage).toMatchObject({ total_tokens: 120 })
  })

  test('gets refusals as errors of its own classes, with their type, code and field', async () => {
    const refused = async (of: OpenAI, asked: object = {}) => {
      const error = await of.chat.completions.create({ ...asks, ...asked }).then(
        () => undefined,
        (found) => found,
      )
      if (!(error instanceof OpenAI.APIError)) return expect.unreachable()
      const { type, code, param, status, requestID, message } = error
      expect(requestID).toMatch(/^req/)
      expect(message).toMatch(new RegExp(`^${status} `))
      return [error.constructor, status, type, code, param]
    }
    const stranger = client().withOptions({ apiKey: 'e2b_0' })
    const bare = client().withOptions({ fetch: through(withoutModel), apiKey: withoutModel().keys.ada })
    const limited = client().withOptions({ fetch: through(hurried), apiKey: hurried().keys.ada })
    const kind = 'invalid_request_error'
    expect(await refused(stranger)).toEqual([
      OpenAI.AuthenticationError,
      401,
      'authentication_error',
      'UNAUTHENTICATED',
      null,
    ])
    expect(await refused(client(), { model: 'gpt-0' })).toEqual([
      OpenAI.NotFoundError,
      404,
      'not_found_error',
      'CHAT_MODEL_UNKNOWN',
      'model',
    ])
    expect(await refused(client(), { messages: 7 })).toEqual([
      OpenAI.BadRequestError,
      400,
      kind,
      'INVALID_REQUEST',
      'messages',
    ])
    expect(await refused(bare)).toEqual([OpenAI.UnprocessableEntityError, 422, kind, 'CHAT_NEEDS_MODEL', null])
    const several = await Promise.all(Array.from({ length: 9 }, () => refused(limited)))
    expect(several).toContainEqual([OpenAI.RateLimitError, 429, 'rate_limit_error', 'RATE_LIMITED', null])
    willSay({ status: 500, says: '' })
    expect(await refused(client())).toEqual([
      OpenAI.InternalServerError,
      503,
      'server_error',
      'MODEL_UNAVAILABLE',
      null,
    ])
    willSay({ status: 500, says: '' })
    const stream = await client().chat.completions.create({ ...asks, stream: true })
    const reading = (async () => {
      for await (const _ of stream);
    })()
    await expect(reading).rejects.toMatchObject({ type: 'server_error', code: 'MODEL_UNAVAILABLE', param: null })
  })

  test('gets the same as a stream, with failed rounds told', async () => {
    willSay(python('raise ValueError("not yet")'), python('print("done")'))
    const stream = client().chat.completions.stream({ ...asks, stream_options: { include_usage: true } })
    const { choices, usage } = await stream.finalChatCompletion()
    expect(choices[0]?.message.content).toMatch(/This failed: .*not yet[\s\S]*✔ ran · python[\s\S]*done/)
    expect(usage).toMatchObject({ total_tokens: 240 })
  })

  test('works in a session that it names, and lists the models', async () => {
    const { id: session } = await api<{ id: string }>('/v1/sessions', { body: {} })
    willSay(python('z = 7'), python('print(z)'))
    await client().chat.completions.create({ ...asks, session } as never)
    const { choices } = await client().chat.completions.create({ ...asks, session } as never)
    expect(choices[0]?.message.content).toContain('\n7\n')
    const ids = (await client().models.list()).data.map(({ id }) => id)
    expect(ids).toEqual(['openai-compatible/scripted', 'anneal'])
  })

  test('is told what is wrong with a request, in its own errors', async () => {
    const create = (more: object) => client().chat.completions.create({ ...asks, ...more } as never)
    await expect(create({ model: 'gpt-99' })).rejects.toThrow(/There is no model "gpt-99" here/)
    await expect(create({ tools: [] })).rejects.toThrow(/tools are not supported/)
    await expect(create({ messages: [] })).rejects.toThrow(/messages/)
    const image = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,x' } }] }
    await expect(create({ messages: [image] })).rejects.toThrow(/other content is not read/)
    const blank = { role: 'user', content: ' \n' }
    await expect(create({ messages: [blank] })).rejects.toThrow(/must end with a message that holds text/)
    const stranger = client().withOptions({ apiKey: 'nobody' })
    await expect(stranger.models.list()).rejects.toThrow(OpenAI.AuthenticationError)
    willSay({ status: 401 })
    const streamed = await client().chat.completions.create({ ...asks, stream: true })
    const read = async () => {
      for await (const chunk of streamed) expect(chunk.object).toBe('chat.completion.chunk')
    }
    await expect(read()).rejects.toThrow(/key/)
  })
})
