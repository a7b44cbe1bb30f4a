import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../../contract/event.ts'
import { createFakeHost } from '../fake-host.fixture.ts'
import { main } from '../main.ts'

/** Moments are shown in local time, so the tests fix the time zone. */
process.env.TZ = 'UTC'

const SESSION = 'ses01k9vq3ce4r8u2m5t7a1b'
const envelope = (seq: number) => ({
  ...{ id: `session:${SESSION}.${seq}`, subject: `session:${SESSION}` as const, userId: 'ada', runId: null, seq },
  ...{ sessionId: SESSION, at: Date.UTC(2026, 10, 15, 5, 30, seq), cause: null },
})
const story: StreamEvent[] = [
  {
    ...{ type: 'session.created', ...envelope(1), conversation: 'talk\u001b[2J', metadata: {}, volumes: [] },
    ...{ transactions: true, branchedFrom: null, executions: 0 },
  },
  {
    ...{ type: 'session.advanced', ...envelope(2), executions: 1, stateBytes: 5 },
    execution: { n: 1, language: 'python', outcome: 'ok', durationMs: 3 },
  },
  { type: 'session.removed', ...envelope(3), reason: 'idle' },
]

async function call(line: string) {
  const asked: string[] = []
  const server = {
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const { pathname, search } = new URL(String(input))
      const headers = new Headers(init?.headers)
      asked.push(`${pathname}${decodeURIComponent(search)} ${headers.get('accept')}`)
      if (!headers.get('accept')?.includes('event-stream')) return Response.json({ events: story, next: '3' })
      const text = story.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('')
      return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
    },
  }
  const fake = createFakeHost({ server })
  const exitCode = await main(line.split(' '), fake.host)
  return { exitCode, asked, ...fake.seen }
}

describe('the command events', () => {
  it('prints the life of a subject, one line each, and lets no foreign text move the cursor', async () => {
    const { exitCode, stdout, asked } = await call(`events session:${SESSION}`)
    expect(stdout).toBe(`2026-11-15 05:30:01     1  session.created     talk␛[2J
2026-11-15 05:30:02     2  session.advanced    execution 1 in python: ok
2026-11-15 05:30:03     3  session.removed     idle
`)
    expect(exitCode).toBe(0)
    expect(asked).toEqual([`/v1/events?subject=session:${SESSION}&limit=1000 application/json`])
  })

  it('names the subject of each when everything is asked for', async () => {
    const { stdout } = await call('events')
    expect(stdout.split('\n')[2]).toBe(`2026-11-15 05:30:03  session:${SESSION}   session.removed     idle`)
  })

  it('prints the events themselves for programs', async () => {
    const { stdout } = await call(`events session:${SESSION} --json --after 1`)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(story)
  })

  it('refuses text that names no subject', async () => {
    const { exitCode, stderr, asked } = await call('events nonsense')
    expect([exitCode, asked]).toEqual([2, []])
    expect(stderr).toContain('✖ "nonsense" names no subject.')
  })
})
