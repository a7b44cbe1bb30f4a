import { expect, test } from 'vitest'
import { reduceRun } from '../src/contract/reduce-run.ts'
import type { RunRequest, RunResult } from '../src/contract/run.ts'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'
import { markedSleep, untilGone, untilStarted } from './support/processes.ts'

const inEngine = inOneEngine()
const bash = (code: string) => ({ code, language: 'bash' })
const outputs = ({ blocks }: RunResult) => blocks.map(({ attempts }) => attempts[0]?.stdout)

async function stream({ call }: TestEngine, body: RunRequest) {
  const events = await eventsOf(await call('/v1/runs', { headers: { accept: 'text/event-stream' }, body }))
  const kept = await (await call(`/v1/runs/${events[0]?.runId}`)).json()
  return { events, run: reduceRun(events), kept }
}

test('several programs of one call run at the same time, and their results stand in order', async () => {
  await inEngine(async (tools) => {
    const sleep = markedSleep(2)
    const waiting = stream(tools, {
      programs: [bash(sleep), { code: 'print(input())', language: 'python', input: 'own' }, bash(`${sleep}; cat`)],
      input: 'all',
      options: { parallel: true },
    })
    await untilStarted(sleep, 2)
    const { run, kept, events } = await waiting
    expect(run.outcome).toBe('ok')
    expect(outputs(run)).toEqual(['', 'own\n', 'all'])
    expect(kept, 'the stored story is the told one').toEqual(run)
    const order = events.flatMap((event) => (event.type === 'attempt.end' ? [event.block] : []))
    expect(order[0], 'the short one does not wait for the long ones').toBe(1)
  })
})

test('the blocks of an answer run at the same time on request, up to the limit of one user', () =>
  undisturbed(1000, async () => {
    await withEngine({ env: { ANNEAL_CONCURRENT_RUNS_PER_USER: '2' } }, async (tools) => {
      const block = '```bash\ndate +%s%N; sleep 1; date +%s%N\n```\n'
      const { run } = await stream(tools, { text: block.repeat(4), options: { parallel: true } })
      expect(run.outcome).toBe('ok')
      const spans = outputs(run).map((text = '') => text.trim().split('\n').map(BigInt))
      const atOnce = spans.map(([start = 0n]) => spans.filter(([a = 0n, b = 0n]) => a <= start && start < b).length)
      expect(Math.max(...atOnce)).toBe(2)
    })
  }))

test('output of simultaneous programs is reported by block, every byte in its place', async () => {
  await inEngine(async (tools) => {
    const programs = Array.from({ length: 5 }, (_, index) => bash(`for i in {1..200}; do echo ${index} $i; done`))
    const { run, kept } = await stream(tools, { programs, options: { parallel: true } })
    const lines = (index: number) => Array.from({ length: 200 }, (_, line) => `${index} ${line + 1}\n`).join('')
    expect(outputs(run)).toEqual(programs.map((_, index) => lines(index)))
    expect(kept).toEqual(run)
  })
})

test('the first failure ends the others on request, and leaves nothing of them', () =>
  undisturbed(1000, async () => {
    await inEngine(async (tools) => {
      const sleep = markedSleep(30)
      const options = { parallel: true, stopOnFailure: true }
      const { run } = await stream(tools, { programs: [bash(sleep), bash('sleep 1; exit 3')], options })
      expect(run).toMatchObject({ outcome: 'failed', finalCode: 'sleep 1; exit 3' })
      expect(run.blocks.map(({ attempts }) => attempts[0]?.endedBy)).toEqual(['cancelled', 'exit'])
      await untilGone(sleep)
    })
  }))

test('programs run in order until one fails, unless parallel is asked for', async () => {
  await inEngine(async (tools) => {
    const { run } = await stream(tools, { programs: [bash('echo 1'), bash('exit 1'), bash('echo 3')] })
    expect(outputs(run)).toEqual(['1\n', '', undefined])
  })
})

test('one program that cannot be run refuses the whole call, before any of it begins', async () => {
  await inEngine(async ({ call, engine }) => {
    const kept = () => engine.runs.list({ userId: 'ada', limit: 100 })
    const before = await kept()
    const programs = [bash('echo 1'), { code: 'x', language: 'cobol' }]
    await expectError(await call('/v1/runs', { body: { programs } }), 'LANGUAGE_UNKNOWN')
    const taken = [bash('echo 1'), { ...bash('echo 2'), files: { 'main.sh': '' } }]
    await expectError(await call('/v1/runs', { body: { programs: taken } }), 'INVALID_REQUEST')
    expect(await kept()).toEqual(before)
  })
})
