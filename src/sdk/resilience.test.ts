import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../contract/event.ts'
import { collect, failureOf } from './collect.fixture.ts'
import { API_KEY, createFakeServer, refuse, sseOf } from './fake-server.fixture.ts'
import { createClient } from './sdk.ts'
import { helloRun, RUN_ID } from './story.fixture.ts'

type Fault = (call: () => Promise<Response>, signal: AbortSignal) => Promise<Response>

/** A client whose first calls fail in the given ways, and the pauses it made. */
function setUp(faults: Fault[], options: { story?: RunEvent[]; idleMs?: number; timeoutMs?: number } = {}) {
  const server = createFakeServer(options.story ? { story: options.story } : {})
  const pauses: number[] = []
  const client = createClient({
    baseUrl: 'http://anneal.test',
    apiKey: API_KEY,
    fetch: async (input, init) => {
      const fault = faults.shift()
      const call = () => server.fetch(input, init)
      return fault ? fault(call, init?.signal as AbortSignal) : call()
    },
    sleep: async (ms) => void pauses.push(ms),
    random: () => 1,
    now: () => Date.UTC(2026, 0, 1),
    idleMs: options.idleMs ?? 1000,
    timeoutMs: options.timeoutMs ?? 1000,
  })
  return { client, pauses, calls: server.calls }
}

const networkError = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('boom'), { code }) })
const unsent: Fault = async () => Promise.reject(networkError('ECONNREFUSED'))
const broken: Fault = async () => Promise.reject(networkError('ECONNRESET'))
const busy: Fault = async () =>
  refuse('SERVER_BUSY', { what: 'nine wait', retryAfterS: 2, setting: 'X' }, { 'retry-after': '2' })
const answer =
  (body: string, init: ResponseInit): Fault =>
  async () =>
    new Response(body, init)

/** Sends the first events and half of the next, then fails like a lost connection. */
const cutAfter =
  (count: number): Fault =>
  async () => {
    const whole = sseOf(helloRun().slice(0, count + 1))
    const half = new TextEncoder().encode(whole.slice(0, whole.length - 30))
    const body = new ReadableStream({
      pull(controller) {
        if (half.length > 0 && controller.desiredSize) controller.enqueue(half)
        controller.error(new TypeError('terminated'))
      },
      start: (controller) => controller.enqueue(half),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-run-id': RUN_ID } })
  }

const request = { code: 'print(42)', language: 'python' }

describe('a call that fails', () => {
  it('is tried again with growing pauses where that can help', async () => {
    const { client, pauses } = setUp([unsent, broken, async () => refuse('STORE_BUSY', { reason: 'locked' })])
    expect((await client.health()).status).toBe('ok')
    expect(pauses).toEqual([200, 400, 800])
  })

  it('waits as long as the server asks, in seconds or until a date', async () => {
    const dated = answer('', { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' } })
    const { client, pauses } = setUp([busy, dated])
    await client.stats()
    expect(pauses).toEqual([2000, 5000])
  })

  it('is reported at once when the server asks for a very long wait', async () => {
    const { client, pauses } = setUp([answer('', { status: 503, headers: { 'retry-after': '3600' } })])
    expect(await failureOf(client.stats())).toMatchObject({ status: 503, retryAfterMs: 3_600_000 })
    expect(pauses).toEqual([])
  })

  it('is given up after three more tries', async () => {
    const { client, pauses } = setUp([unsent, unsent, unsent, unsent])
    const error = await failureOf(client.config())
    expect(error).toMatchObject({ code: 'SERVER_UNREACHABLE', status: 503, requestId: '' })
    expect(error.message).toBe('No answer from http://anneal.test: the connection was refused.')
    expect(pauses).toHaveLength(3)
  })

  it('is not tried again when the answer would be the same', async () => {
    const { client, pauses } = setUp([async () => refuse('FORBIDDEN', { what: 'see settings' })])
    expect(await failureOf(client.config())).toMatchObject({ code: 'FORBIDDEN' })
    expect(pauses).toEqual([])
  })

  it('names an answer of another server than Anneal', async () => {
    const page = setUp([answer('<html>', { status: 200 })])
    expect((await failureOf(page.client.health())).message).toContain('it is not JSON')
    const wrong = setUp([async () => Response.json({ status: 'fine' })])
    expect((await failureOf(wrong.client.health())).message).toContain('status: Invalid option')
    const missing = setUp([answer('<html>', { status: 404, statusText: 'Not Found' })])
    expect(await failureOf(missing.client.health())).toMatchObject({
      code: 'ANSWER_INVALID',
      status: 404,
      retry: false,
    })
  })

  it('ends when nothing comes back in time', async () => {
    const hang: Fault = () => new Promise(() => undefined)
    const { client } = setUp([hang, hang, hang, hang], { timeoutMs: 10 })
    expect((await failureOf(client.health())).message).toContain('nothing for 0.01 s')
  })

  it('ends at once with the reason of its signal when that is aborted', async () => {
    const controller = new AbortController()
    const { client } = setUp([() => new Promise(() => controller.abort(new Error('enough')))])
    await expect(client.health({ signal: controller.signal })).rejects.toThrow('enough')
    await expect(client.health({ signal: controller.signal })).rejects.toThrow('enough')
  })
})

describe('a run', () => {
  it('is sent again when the server was not reached or refused it', async () => {
    const { client, calls } = setUp([unsent, busy])
    expect((await client.run(request)).outcome).toBe('ok')
    expect(calls).toHaveLength(1)
  })

  it('is never sent again when the connection broke after it was sent', async () => {
    const { client, pauses } = setUp([broken])
    expect(await failureOf(client.run(request))).toMatchObject({ code: 'SERVER_UNREACHABLE' })
    const gateway = setUp([answer('', { status: 504 })])
    expect(await failureOf(gateway.client.run(request))).toMatchObject({ status: 504 })
    expect([...pauses, ...gateway.pauses]).toEqual([])
  })

  it('resumes where the stream broke, without losing or repeating an event', async () => {
    const { client, calls } = setUp([cutAfter(3), cutAfter(5)])
    expect(await collect(client.stream(request))).toEqual(helloRun())
    expect(calls.map(({ path, headers }) => [path, headers.get('last-event-id')])).toEqual([
      [`/v1/runs/${RUN_ID}/events`, '5'],
    ])
  })

  it('is given up when the stream breaks again and again without news', async () => {
    const { client, pauses } = setUp([cutAfter(3), cutAfter(3), cutAfter(3), cutAfter(3), cutAfter(3)])
    expect(await failureOf(collect(client.stream(request)))).toMatchObject({ code: 'SERVER_UNREACHABLE' })
    expect(pauses).toHaveLength(3)
  })

  it('leaves a silent stream and resumes it', async () => {
    const silent: Fault = async () =>
      new Response(new ReadableStream({}), { headers: { 'content-type': 'text/event-stream', 'x-run-id': RUN_ID } })
    const { client } = setUp([silent], { idleMs: 10 })
    expect(await collect(client.stream(request))).toEqual(helloRun())
  })

  it('passes over events of a newer server and refuses damaged ones', async () => {
    const [first, ...others] = helloRun() as [RunEvent, ...RunEvent[]]
    const foreign = { ...first, type: 'moon.rise' } as unknown as RunEvent
    const newer = setUp([], { story: [first, foreign, ...others] })
    expect(await collect(newer.client.stream(request))).toEqual(helloRun())
    const damaged = setUp([], { story: [{ ...first, bytes: 'many' } as unknown as RunEvent] })
    expect((await failureOf(collect(damaged.client.stream(request)))).message).toContain('event.bytes')
  })

  it('refuses an answer that is no stream', async () => {
    const { client } = setUp([async () => Response.json({})])
    expect((await failureOf(client.run(request))).message).toContain('not a stream of events')
  })

  it('is cancelled on the server when its signal is aborted', async () => {
    const controller = new AbortController()
    const { client, calls } = setUp([])
    const reading = (async () => {
      for await (const event of client.stream(request, { signal: controller.signal })) {
        if (event.type === 'output.delta') controller.abort(new Error('enough'))
      }
    })()
    await expect(reading).rejects.toThrow('enough')
    expect(calls.at(-1)?.path).toBe(`/v1/runs/${RUN_ID}/cancel`)
  })
})

describe('a stream of a session, or of everything', () => {
  const event = (seq: number) => ({
    ...{ type: 'session.removed', id: `session:s.${seq}`, subject: 'session:s', userId: 'ada', runId: null },
    ...{ sessionId: 's', seq, at: seq, cause: null, reason: 'asked' },
  })
  /** Answers with these pieces of a stream, one connection after the other, and records the requests. */
  function streaming(connections: (string | Error)[]) {
    const asked: string[] = []
    const client = createClient({
      ...{ baseUrl: 'http://anneal.test', apiKey: API_KEY, retries: 2, sleep: async () => {}, random: () => 1 },
      fetch: async (input, init) => {
        asked.push(`${new URL(String(input)).search} ${new Headers(init?.headers).get('last-event-id')}`)
        const next = connections.shift() ?? new TypeError('gone')
        if (next instanceof Error) throw next
        return new Response(next, { headers: { 'content-type': 'text/event-stream' } })
      },
    })
    return { client, asked }
  }
  const sent = (...seqs: number[]) =>
    seqs.map((seq) => `id: 0-${seq}\ndata: ${JSON.stringify(event(seq))}\n\n`).join('')

  it('resumes behind the last event, however often it breaks, and behind its beginning when none has come', async () => {
    const quiet = 'id: 0-4\n\n'
    const { client, asked } = streaming([
      quiet,
      quiet,
      ': still here\n\n',
      quiet,
      `${sent(5, 6)}id: 0-7\n`,
      sent(7),
      quiet,
    ])
    const seqs: number[] = []
    const reading = (async () => {
      for await (const { seq } of client.events({ after: 'now' })) seqs.push(seq)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    expect(seqs).toEqual([5, 6, 7])
    const ids = ['null', '0-4', '0-4', '0-4', '0-4', '0-6', '0-7']
    expect(asked.slice(0, 7)).toEqual(ids.map((id) => `?after=now ${id}`))
  })
})
