import { expect, test } from 'vitest'
import type { RunEvent } from '../src/contract/event.ts'
import type { RunResult } from '../src/contract/run.ts'
import { LOCAL_USER } from '../src/engine.ts'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { runCode } from './support/each-route.ts'
import { withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { markedSleep, until, untilGone, untilStarted } from './support/processes.ts'
import { READY, type Served, serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const STREAM = { accept: 'text/event-stream' }
const AT_WORK = 10
const env = {
  ...READY,
  ANNEAL_LEASE_MS: '600',
  ANNEAL_CONCURRENT_RUNS: String(AT_WORK),
  ANNEAL_CONCURRENT_RUNS_PER_USER: String(AT_WORK),
}

interface Before {
  finished: { answer: RunResult; told: RunEvent[] }[]
  cut: string[]
}

test('another engine ends the runs of a server that was killed by kill -9, keeps everything acknowledged, and nothing runs on', async () => {
  await withHome(async (home) => {
    const sleep = markedSleep(60)
    const { finished, cut } = await serving({ home, env }, async (served) => {
      const before = await workAndWait(served, sleep)
      served.child.kill('SIGKILL')
      expect(await served.ended).toMatchObject({ signal: 'SIGKILL' })
      await untilGone(sleep)
      return before
    })
    await withEngine({ home, env }, async ({ engine }) => {
      const get = (runId: string) => engine.runs.get(runId, LOCAL_USER)
      await until('all are ended', async () => (await engine.stats(LOCAL_USER)).runs.running === 0)
      for (const runId of cut) {
        const { blocks, ...story } = await get(runId)
        expect(story).toMatchObject({
          state: 'ended',
          outcome: 'error',
          error: { code: 'RUN_INTERRUPTED', retry: true },
        })
        expect(story.timings.totalMs).toBeGreaterThan(0)
        expect(blocks[0]?.code).toContain(sleep)
      }
      for (const { answer, told } of finished) {
        expect(await get(answer.runId)).toEqual(answer)
        const reading = { userId: LOCAL_USER, afterSeq: 0, signal: new AbortController().signal }
        const kept: RunEvent[] = []
        for await (const event of await engine.runs.events(answer.runId, reading)) kept.push(event)
        expect(kept).toEqual(told)
      }
      expect((await engine.stats(LOCAL_USER)).runs).toMatchObject({
        total: cut.length + finished.length,
        error: cut.length,
      })
    })
  })
})

/** Finishes some runs, leaves ten running and two waiting for a place. */
async function workAndWait(served: Served, sleep: string): Promise<Before> {
  const finished = await Promise.all(
    ['echo 1', 'exit 2', 'head -c 400000 /dev/zero | tr "\\0" x', 'echo é; echo e >&2'].map(async (code) => {
      const answer = await runCode(served, { code, language: 'bash' })
      return { answer, told: await eventsOf(await served.call(`/v1/runs/${answer.runId}/events`)) }
    }),
  )
  const streams = await Promise.all(
    Array.from({ length: AT_WORK + 2 }, () =>
      served.call('/v1/runs', { headers: STREAM, body: { code: `echo begun; ${sleep}`, language: 'bash' } }),
    ),
  )
  await untilStarted(sleep, AT_WORK)
  // The readers notice the death as a broken stream.
  for (const stream of streams) stream.text().catch(() => {})
  return { finished, cut: streams.map((stream) => stream.headers.get('x-run-id') ?? '') }
}

test('an engine leaves the runs of another living one on the same data alone', () =>
  undisturbed(300, async () => {
    await withHome(async (home) => {
      await withEngine({ home, env: { ANNEAL_LEASE_MS: '300' } }, async (first) => {
        const stream = await first.call('/v1/runs', {
          headers: STREAM,
          body: { code: 'sleep 1.2; echo done', language: 'bash' },
        })
        await withEngine({ home, env: { ANNEAL_LEASE_MS: '300' } }, async (second) => {
          const followed = eventsOf(await second.call(`/v1/runs/${stream.headers.get('x-run-id')}/events`))
          const told = await eventsOf(stream)
          expect(told.at(-1)).toMatchObject({ outcome: 'ok' })
          expect(await followed, 'the other engine tells the same').toEqual(told)
        })
      })
    })
  }))
