import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Stats } from '../src/contract/api.ts'
import { reduceRun } from '../src/contract/reduce-run.ts'
import type { RunResult } from '../src/contract/run.ts'
import { type TestEngine, withServer } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { until } from './support/processes.ts'

const RUNS = 200
const WARM_UP = 20
/** Additional reading threads end 20 s after their last use. */
const READING_THREADS_END_MS = 45_000
const MOST_GROWTH = 4 * 1_048_576
/** A kept connection would look like a forgotten one. */
const CLOSE = { connection: 'close' }

/** The pool holds as many sandboxes after the runs as before, each of the same size. */
const WARM = { ANNEAL_WARM_SANDBOXES: '2', ANNEAL_MAX_WARM_SANDBOXES: '2' }

test.each([
  { sandboxes: 'made from nothing', env: { ANNEAL_WARM_SANDBOXES: '0' } },
  { sandboxes: 'that waited', env: WARM },
])(
  '200 runs at once in sandboxes $sandboxes: none lost, none mixed up, and afterwards nothing is held',
  async ({ env }) => {
    await withServer({ env: { ...env, ANNEAL_CONCURRENT_RUNS: '8' } }, async (tools) => {
      // Two threads that read programs stay; a long program starts both.
      await tools.call('/v1/guard', {
        headers: CLOSE,
        body: { code: `echo 1 #${' '.repeat(20_000)}`, language: 'bash' },
      })
      const warmUp = env === WARM ? WARM_UP : 1
      await runAll(tools, 'warm-up', warmUp)
      const idle = await heldSteadily()
      // The first round fills caches and compiled code that rightly stay.
      await runAll(tools, 'first')
      const before = await held()
      await runAll(tools, 'second')
      await until(
        'connections, sandboxes and their pipes are given back',
        async () => {
          const { descriptors, children } = await held()
          return descriptors <= idle.descriptors && children <= idle.children
        },
        { timeoutMs: READING_THREADS_END_MS },
      )
      const after = await held()
      expect(after.heapBytes - before.heapBytes).toBeLessThan(MOST_GROWTH)
      const stats = (await (
        await tools.call('/v1/stats?scope=all', { headers: CLOSE, key: tools.keys.admin })
      ).json()) as Stats
      const total = 2 * RUNS + warmUp
      expect(stats.runs).toMatchObject({ total, ok: total, running: 0, successRate: 1 })
      expect(stats.executions.total).toBe(total)
      expect((await tools.engine.health()).components.queue?.detail).toBe('0 running, 0 waiting')
    })
  },
)

/** Waits until the pool is full, and everything that the first run starts for good is there. */
async function heldSteadily() {
  let [last, now] = [await held(), await held()]
  do {
    await wait(500)
    ;[last, now] = [now, await held()]
  } while (last.descriptors !== now.descriptors || last.children !== now.children)
  return now
}

async function runAll(tools: TestEngine, round: string, count = RUNS) {
  const ids = await Promise.all(Array.from({ length: count }, (_, index) => runOne(tools, `${round} ${index}`, index)))
  expect(new Set(ids).size).toBe(count)
}

/** Each run has its own program, input, user and way of being asked; each result must come back to its caller. */
async function runOne(tools: TestEngine, name: string, index: number): Promise<string> {
  const key = index % 3 === 0 ? tools.keys.ben : tools.keys.ada
  const python = index % 10 === 0
  const code = python
    ? `print("out ${name}", input())`
    : `read -r line; echo "out ${name} $line"; echo "err ${name}" >&2`
  const body = { code, language: python ? 'python' : 'bash', input: `in ${name}\n` }
  const story =
    index % 2 === 0
      ? ((await (await tools.call('/v1/runs', { headers: CLOSE, body, key })).json()) as RunResult)
      : reduceRun(
          await eventsOf(
            await tools.call('/v1/runs', { headers: { ...CLOSE, accept: 'text/event-stream' }, body, key }),
          ),
        )
  expect(story).toMatchObject({
    outcome: 'ok',
    blocks: [{ code, attempts: [{ code, stdout: `out ${name} in ${name}\n`, stderr: python ? '' : `err ${name}\n` }] }],
  })
  expect(await (await tools.call(`/v1/runs/${story.runId}`, { headers: CLOSE, key })).json()).toEqual(story)
  return story.runId
}

async function held() {
  const descriptors = (await readdir('/proc/self/fd')).length
  const children = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  collectGarbage()
  return { descriptors, children, heapBytes: process.memoryUsage().heapUsed }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
