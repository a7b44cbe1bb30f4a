import { expect, test } from 'vitest'
import type { RunEvent } from '../src/contract/event.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { eventsOf, sentEvents } from './support/events.ts'

const STREAM = { accept: 'text/event-stream' }
const after = (seq: number) => ({ headers: { 'last-event-id': String(seq) } })
const SLOW_LINES = 'for i in $(seq 12); do echo $i; echo $i >&2; sleep 0.03; done'

test('a reader who resumes after any event of an ended run gets exactly the rest', async () => {
  await withEngine({}, async (tools) => {
    for (const [code, language] of [
      [SLOW_LINES, 'bash'],
      // Kept as blobs: some numbers lie inside of one.
      ['import sys\nfor i in range(8):\n  print("x" * 90_000, file=[sys.stdout, sys.stderr][i % 2])', 'python'],
    ]) {
      const told = await eventsOf(await tools.call('/v1/runs', { headers: STREAM, body: { code, language } }))
      const { runId = '' } = told[0] ?? {}
      expect(told.length).toBeGreaterThan(12)
      for (let seq = 0; seq <= told.length + 1; seq++) {
        const rest = await eventsOf(await tools.call(`/v1/runs/${runId}/events`, after(seq)))
        expect(rest, `after ${seq}`).toEqual(told.slice(seq))
      }
    }
  })
})

test('a reader who leaves and resumes after any event of a running run misses and repeats nothing', async () => {
  await withEngine({}, async (tools) => {
    const stream = await tools.call('/v1/runs', { headers: STREAM, body: { code: SLOW_LINES, language: 'bash' } })
    const runId = stream.headers.get('x-run-id') ?? ''
    const all = eventsOf(stream)
    const interrupted = Array.from({ length: 20 }, (_, count) => readInTwoParts(tools, runId, count + 1))
    const told = await all
    for (const [index, heard] of (await Promise.all(interrupted)).entries()) {
      expect(heard, `left after ${index + 1}`).toEqual(told)
    }
  })
})

test('a reader who claims to have seen more than there is gets nothing, and is released when the run ends', async () => {
  await withEngine({}, async (tools) => {
    const stream = await tools.call('/v1/runs', { headers: STREAM, body: { code: SLOW_LINES, language: 'bash' } })
    const runId = stream.headers.get('x-run-id') ?? ''
    const ahead = eventsOf(await tools.call(`/v1/runs/${runId}/events`, after(10_000)))
    await stream.text()
    expect(await ahead).toEqual([])
  })
})

async function readInTwoParts({ call }: TestEngine, runId: string, count: number): Promise<RunEvent[]> {
  const heard: RunEvent[] = []
  for await (const { data } of sentEvents(await call(`/v1/runs/${runId}/events`))) {
    heard.push(data)
    // Leaving the loop cancels the stream, like a lost connection.
    if (heard.length === count) break
  }
  return [...heard, ...(await eventsOf(await call(`/v1/runs/${runId}/events`, after(heard.length))))]
}
