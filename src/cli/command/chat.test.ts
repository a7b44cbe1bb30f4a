import { describe, expect, it } from 'vitest'
import type { ChatRequest } from '../../contract/chat.ts'
import { CONFIGURE_MODEL } from '../../contract/chat-errors.ts'
import { EngineError } from '../../contract/errors.ts'
import { createFakeHost, type FakeHostOptions } from '../fake-host.fixture.ts'
import { main } from '../main.ts'
import { INTERRUPTED } from '../shell/lines.ts'

const RUN = { runId: 'run1', round: 1, state: 'ended', languages: ['python'], attempts: 1, repaired: false, stderr: '' }
const ANSWER = [
  { type: 'start', messageId: 'm' },
  { type: 'text-delta', id: '1', delta: 'It is \x1b[31m' },
  { type: 'text-delta', id: '1', delta: '42.' },
  { type: 'text-end', id: '1' },
  { type: 'data-run', id: 'run1', data: { ...RUN, outcome: 'failed', stdout: '', stderr: 'AssertionError: 41\n' } },
  { type: 'data-round', id: 'r', data: { round: 2, of: 3, why: '41' } },
  {
    type: 'data-run',
    id: 'run2',
    data: { ...RUN, runId: 'run2', outcome: 'ok', stdout: '42\n', attempts: 2, repaired: true },
  },
  { type: 'finish', messageMetadata: { outcome: 'ok' } },
]
const SHOWN = `It is ␛[31m42.
AssertionError: 41
✖ failed · python · run1
↻ the model is told: 41
42
✔ ok · python · repaired, 2 attempts · run2
`

interface Options extends FakeHostOptions {
  model?: string | null
  /** Lines of a person at a terminal; those of one array were pasted. */
  typed?: (string[] | typeof INTERRUPTED)[]
  answer?: () => Response
}

/** The words that were sent, and everything that was shown. */
async function chat(args: string[], { model = 'x/m', typed, answer, ...options }: Options = {}) {
  const sent: { id: string; text: string; whenLeft: string }[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname === '/v1/chat')
      return Response.json({ model, rounds: 3, configure: model === null ? CONFIGURE_MODEL : null })
    if (request.method === 'GET') return refusal(new EngineError('CHAT_NOT_FOUND', { chatId: 'c' }))
    const { id, messages, whenLeft } = (await request.json()) as ChatRequest
    sent.push({ id, whenLeft, text: String(messages.at(-1)?.parts[0]?.text) })
    if (answer) return answer()
    const events = ANSWER.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
    return new Response(`${events}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
  }
  const fake = createFakeHost({
    env: { ANNEAL_SERVER: 'http://server', ANNEAL_API_KEY: 'k' },
    ...options,
    ...(typed && { terminal: { stdout: true } }),
    server: { fetch },
  })
  const coming: unknown[][] = (typed ?? []).map((piece) => (piece === INTERRUPTED ? [piece] : [...piece]))
  if (typed) {
    fake.host.stdin = Object.assign(fake.host.stdin, { isTTY: true })
    let now: unknown[] = []
    fake.host.openTerminal = async () => ({
      isTyped: true,
      read: async () => {
        if (now.length === 0) now = [...(coming.shift() ?? [undefined])]
        return now.shift() as string | undefined
      },
      peek: async () => now[0] as string | undefined,
      close: () => {},
    })
  }
  const exitCode = await main(['chat', ...args], fake.host)
  return { exitCode, sent, ...fake.seen, stop: fake }
}
const refusal = (error: EngineError) =>
  Response.json({ error: { ...error.toInfo(), requestId: 'r' } }, { status: error.status })

describe('anneal chat', () => {
  it('shows the words as they come, each run and each correction; nothing in them commands the terminal', async () => {
    const { exitCode, stdout, sent } = await chat(['--chat', 'sums', 'How', 'much?'])
    expect([exitCode, stdout]).toEqual([0, SHOWN])
    expect(sent).toEqual([{ id: 'sums', text: 'How much?', whenLeft: 'stop' }])
  })

  it('takes piped input as the message, and prints parts with --json', async () => {
    const { stdout, sent } = await chat(['--json'], { stdin: '```python\nprint(1)\n```\n' })
    expect(sent).toMatchObject([{ id: 'default', text: '```python\nprint(1)\n```\n' }])
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(ANSWER)
  })

  it('says how to configure a model where there is none', async () => {
    const answer = () => refusal(new EngineError('CHAT_NEEDS_MODEL', {}))
    const { exitCode, stderr } = await chat(['Hello'], { answer })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/No language model is configured[\s\S]*ANNEAL_MODEL/)
    expect((await chat([], { stdin: ' ' })).stderr).toContain('There is no message.')
  })

  it('is a conversation at a terminal: pasted lines are one message, failures do not end it, Ctrl-D leaves', async () => {
    const typed = [['How much?'], [''], INTERRUPTED, ['```python', 'print(1)', '```']] as const
    const { exitCode, stdout, stderr, sent } = await chat(['--chat', 'sums'], { typed: typed as never })
    expect([exitCode, stdout]).toEqual([0, SHOWN + SHOWN])
    expect(sent.map(({ text }) => text)).toEqual(['How much?', '```python\nprint(1)\n```'])
    expect(stderr).toBe(`x/m · conversation sums · Ctrl-C stops an answer, Ctrl-D leaves

The conversation stays: anneal chat --chat sums
`)
    const answer = () => refusal(new EngineError('CHAT_NEEDS_MODEL', {}))
    const failing = await chat([], { model: null, answer, typed: [['a'], ['b'], ['/quit'], ['c']] })
    expect(failing.sent.map(({ text }) => text)).toEqual(['a', 'b'])
    expect(failing.stderr).toContain(`No model is configured: code that you paste is run.`)
    expect(failing.stderr).toContain(CONFIGURE_MODEL)
    expect(failing.stderr.match(/No language model is configured/g)).toHaveLength(2)
  })
})
