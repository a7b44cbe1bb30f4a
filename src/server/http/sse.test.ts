import { describe, expect, it, vi } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { eventStream } from './sse.ts'

const ofRun = {
  sent: (event: RunEvent) => ({ id: String(event.seq), event }),
  headers: { 'x-run-id': 'run1' },
}
const event = (seq: number): RunEvent => ({
  type: 'stage.start',
  id: `run1.${seq}`,
  subject: 'run:run1',
  userId: 'ada',
  runId: 'run1',
  sessionId: null,
  seq,
  at: 1,
  cause: null,
  stage: 'execute',
})

/** Counts how far it was read, and whether it was left. */
function source(count: number) {
  const seen = { read: 0, left: 0, ended: false }
  async function* events() {
    try {
      for (let seq = 1; seq <= count; seq++) {
        seen.read = seq
        yield event(seq)
      }
    } finally {
      seen.ended = true
    }
  }
  const gone = new AbortController()
  const response = eventStream(events(), { ...ofRun, request: gone, onLeave: () => void seen.left++ })
  return { seen, response, gone }
}

describe('the event stream', () => {
  it('writes each event with its number as id, and ends', async () => {
    const { response, seen } = source(3)
    const text = await response.text()
    expect(text).toBe([1, 2, 3].map((seq) => `id: ${seq}\ndata: ${JSON.stringify(event(seq))}\n\n`).join(''))
    expect(seen).toEqual({ read: 3, left: 0, ended: true })
    expect(response.headers.get('x-run-id')).toBe('run1')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('reads no further than its reader does', async () => {
    const { response, seen } = source(1000)
    const reader = response.body?.getReader()
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen.read).toBeLessThanOrEqual(3)
    await reader?.cancel()
  })

  it('notices when the reader leaves, by cancelling, by a lost connection, or before it began', async () => {
    const cancelled = source(1000)
    await cancelled.response.body?.cancel()
    const lost = source(1000)
    await lost.response.body?.getReader().read()
    lost.gone.abort()
    const early = source(1000)
    early.gone.abort()
    await vi.waitFor(() => {
      for (const { seen } of [cancelled, lost, early]) {
        expect(seen.left).toBeGreaterThan(0)
        expect(seen.ended || seen.read === 0).toBe(true)
      }
    }, 20_000)
  })

  it('keeps a silent connection open with comments, and stops when the reader has left', async () => {
    vi.useFakeTimers()
    try {
      async function* never(): AsyncGenerator<RunEvent> {
        await new Promise(() => {})
        yield event(1)
      }
      const gone = new AbortController()
      const { body } = eventStream(never(), { ...ofRun, request: gone, onLeave: () => {} })
      const reader = body?.getReader()
      const first = reader?.read()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(new TextDecoder().decode((await first)?.value)).toMatch(/^: .*\n\n$/)
      gone.abort()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('lets no signs of life pile up before a reader who takes nothing', async () => {
    vi.useFakeTimers()
    try {
      const gone = new AbortController()
      async function* never(): AsyncGenerator<RunEvent> {
        await new Promise(() => {})
        yield event(1)
      }
      const { body } = eventStream(never(), { ...ofRun, request: gone, onLeave: () => {} })
      await vi.advanceTimersByTimeAsync(3_600_000)
      const reader = body?.getReader()
      expect((await reader?.read())?.done).toBe(false)
      const second = await Promise.race([reader?.read(), vi.advanceTimersByTimeAsync(10).then(() => 'nothing more')])
      expect(second).toBe('nothing more')
      gone.abort()
    } finally {
      vi.useRealTimers()
    }
  })
})
