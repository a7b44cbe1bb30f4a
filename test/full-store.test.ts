import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EngineError } from '../src/contract/errors.ts'
import type { RunEvent } from '../src/contract/event.ts'
import type { StartedRun } from '../src/run/runs.ts'
import type { EventRows } from '../src/store/event/event-rows.ts'
import type { RunEntry } from '../src/store/event/journal-entry.ts'
import { withFaultyStore } from './support/faulty-store.ts'
import { markedSleep, untilGone } from './support/processes.ts'

const full = () => new EngineError('STORE_FULL', { reason: 'database or disk is full' })
const MUCH = 'head -c 400000 /dev/zero | tr "\\0" x'

async function hear({ events }: StartedRun): Promise<RunEvent[]> {
  const told: RunEvent[] = []
  for await (const event of events()) told.push(event)
  return told
}

const failing =
  (isFaulty: (entries: RunEntry[]) => boolean, error: () => Error) =>
  (really: EventRows): Partial<EventRows> => ({
    append: async (entries) => {
      if (isFaulty(entries)) throw error()
      await really.append(entries)
    },
  })

const holdsOutput = (entries: RunEntry[]) => entries.some(({ type }) => type === 'output.segment')

test.for([
  ['that is full', full, 'STORE_FULL'],
  ['that fails by a bug', () => new Error('a wire is loose'), 'INTERNAL'],
] as const)(
  'a store %s in the middle of a run ends it for its reader; its end is written when there is room',
  async ([, error, code]) => {
    let seen = false
    let broken = true
    const isFaulty = (entries: RunEntry[]) => {
      seen ||= holdsOutput(entries)
      return broken && seen
    }
    const sleep = markedSleep(30)
    await withFaultyStore(failing(isFaulty, error), async ({ start, runs, store, troubles }) => {
      const run = await start({ code: `${MUCH}; ${sleep}`, language: 'bash' })
      const [told, result] = await Promise.all([hear(run), run.result])
      expect(told.filter(({ type }) => type === 'run.end')).toEqual([told.at(-1)])
      expect(told.at(-1)).toMatchObject({ outcome: 'error', error: { code } })
      expect(result).toMatchObject({ state: 'ended', outcome: 'error', error: { code } })
      await untilGone(sleep)
      expect(troubles).toMatchObject([
        { message: expect.stringContaining(run.runId), cause: { message: error().message } },
      ])

      await runs.cancel(run.runId, 'ada')
      await runs.beat()
      expect((await store.runs.get(run.runId))?.state).toBe('running')
      expect(troubles.length, 'each try that failed is told').toBe(2)
      broken = false
      await runs.beat()
      expect(await runs.get(run.runId, 'ada')).toMatchObject({ state: 'ended', outcome: 'error', error: { code } })
      const entries = await store.events.read(run.runId, 0)
      expect(entries.filter(({ type }) => type === 'run.end')).toEqual([entries.at(-1)])
      await runs.beat()
      expect(await store.events.read(run.runId, 0)).toEqual(entries)
    })
  },
)

test('a store that is full for a moment costs the run only time', async () => {
  let times = 0
  await withFaultyStore(
    failing((entries) => holdsOutput(entries) && ++times < 3, full),
    async ({ start, runs, troubles }) => {
      const run = await start({ code: 'echo 1', language: 'bash' })
      const told = await hear(run)
      expect(told.at(-1)).toMatchObject({ type: 'run.end', outcome: 'ok' })
      expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1))
      expect(await runs.get(run.runId, 'ada')).toEqual(await run.result)
      expect(troubles).toEqual([])
      expect(times).toBe(3)
    },
  )
})

test('a run whose store is lost leaves the others alone', async () => {
  let lost = ''
  const isFaulty = (entries: RunEntry[]) => {
    lost ||= entries[0]?.runId ?? ''
    return entries.some(({ runId }) => runId === lost)
  }
  await withFaultyStore(
    failing(isFaulty, () => new Error('a wire is loose')),
    async ({ start }) => {
      const runs = await Promise.all(Array.from({ length: 4 }, () => start({ code: 'echo 1', language: 'bash' })))
      const endings = await Promise.all(runs.map(({ result }) => result))
      expect(endings.map(({ outcome }) => outcome).sort()).toEqual(['error', 'ok', 'ok', 'ok'])
    },
  )
})

test('an end that another engine has written meanwhile stays, without an error', async () => {
  let refuse = true
  await withFaultyStore(
    failing(
      () => refuse,
      () => new Error('a wire is loose'),
    ),
    async ({ start, runs, store, troubles }) => {
      const run = await start({ code: 'echo 1', language: 'bash' })
      await runs.cancel(run.runId, 'ada')
      refuse = false
      await Promise.all([runs.beat(), runs.beat(), runs.beat()])
      const entries = await store.events.read(run.runId, 0)
      expect(entries.filter(({ type }) => type === 'run.end').length).toBe(1)
      expect(troubles.length).toBe(1)
    },
  )
})

test('a result that is still being read is whole before a stopping engine is done', async () => {
  const slow = (really: EventRows): Partial<EventRows> => ({
    // Output comes in one burst that no reader keeps up with: the result is read from the rows.
    append: async (entries) => {
      if (holdsOutput(entries)) await wait(1000)
      await really.append(entries)
    },
    readPage: async (...page) => {
      await wait(500)
      return really.readPage(...page)
    },
  })
  let result: StartedRun['result'] | undefined
  await withFaultyStore(slow, async ({ start, runs }) => {
    const run = await start({ code: 'head -c 9000000 /dev/zero | tr "\\0" x', language: 'bash' })
    result = run.result
    await runs.stop(60_000)
  })
  expect(await result).toMatchObject({ outcome: 'ok' })
  expect((await result)?.blocks[0]?.attempts[0]?.stdout.length).toBe(9_000_000)
})
