import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RunResult } from '../src/contract/run.ts'
import { runCode } from './support/each-route.ts'
import { BYTES, bash, MUCH } from './support/much-output.ts'
import { markedSleep, untilGone, untilStarted } from './support/processes.ts'
import { serving } from './support/serve-child.ts'
import { servingHere } from './support/serving-here.ts'
import { withHome } from './support/temporary-home.ts'

/** The signal comes while the program sleeps, even on a busy host. */
const SHORT_SECONDS = 3

test.concurrent('answers are sent to their last byte before a stopping server leaves', async () => {
  await withHome((home) =>
    serving({ home, env: { ANNEAL_SHUTDOWN_GRACE_MS: '60000' } }, async (served) => {
      const sleep = markedSleep(SHORT_SECONDS)
      const answers = ['text/event-stream', 'application/json'].map(async (accept) =>
        (await served.call('/v1/runs', { headers: { accept }, body: bash(`${sleep}; ${MUCH}`) })).text(),
      )
      await untilStarted(sleep, answers.length)
      served.child.kill('SIGTERM')
      for (const text of await Promise.all(answers)) {
        expect(text.match(/x/g)?.length ?? text.slice(0, 2000)).toBeGreaterThanOrEqual(BYTES)
        expect(text).toMatch(/"outcome":"ok"/)
      }
      expect(await served.ended).toMatchObject({ exitCode: 0 })
    }),
  )
})

test.concurrent('everything that a stopped server had acknowledged is there when it is back', async () => {
  await withHome(async (home) => {
    const runs = await serving({ home }, async (served) => {
      const kept = await Promise.all([1, 2, 3].map((n) => runCode(served, bash(`echo ${n}`))))
      served.child.kill('SIGINT')
      expect(await served.ended).toMatchObject({ exitCode: 0 })
      return kept
    })
    await servingHere({ home }, async (served) => {
      for (const run of runs) {
        const again = (await (await served.call(`/v1/runs/${run.runId}`)).json()) as RunResult
        expect(again).toEqual(run)
      }
    })
  })
})

test.concurrent('a second signal stops at once, and no program outlives the server', async () => {
  await withHome((home) =>
    serving({ home, env: { ANNEAL_SHUTDOWN_GRACE_MS: '60000' } }, async (served) => {
      const long = markedSleep(60)
      const answer = served.call('/v1/runs', { body: bash(long) }).catch(() => 'cut')
      await untilStarted(long)
      served.child.kill('SIGINT')
      await wait(200)
      expect(served.child.exitCode).toBeNull()
      served.child.kill('SIGINT')
      expect(await served.ended).toMatchObject({ exitCode: 130 })
      expect(await answer).toBe('cut')
      await untilGone(long)
    }),
  )
})
