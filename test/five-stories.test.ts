import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LogLine, RunSummary } from '../src/contract/api.ts'
import type { RunEvent } from '../src/contract/event.ts'
import { reduceRun } from '../src/contract/reduce-run.ts'
import type { RunResult } from '../src/contract/run.ts'
import { logLineOf } from '../src/observe/log-line.ts'
import type { Call } from './support/engine.ts'
import { eventsOf, sentEvents } from './support/events.ts'
import { oneEngine } from './support/one-engine.ts'

const STREAM = { accept: 'text/event-stream' }

const bodies: [what: string, body: object][] = [
  ['one line', { code: 'print(6 * 7)', language: 'python' }],
  [
    'both streams, slowly',
    { code: 'for i in 1 2 3 4 5; do echo $i; echo x$i >&2; sleep 0.03; done', language: 'bash' },
  ],
  ['a failure with its line', { code: 'print(1)\nraise ValueError("quote \\" and\\nline")', language: 'python' }],
  [
    'two blocks and prose',
    { text: 'a\n```bash\necho one\n```\nb\n```python\nprint("zwei ✓")\n```\n```yaml\na: 1\n```\n' },
  ],
  ['a block that fails before another', { text: '```bash\nexit 4\n```\n```bash\necho never\n```' }],
  ['no code', { text: 'nothing to run' }],
  ['bytes that are not UTF-8', { code: 'printf "a\\xffb\\n"', language: 'bash' }],
  ['more output than one row holds', { code: 'print("0123456789" * 70_000)', language: 'python' }],
  ['a time limit', { code: 'echo begun; sleep 5', language: 'bash', options: { limits: { timeoutMs: 200 } } }],
  ['an output limit', { code: 'yes', language: 'bash', options: { limits: { outputBytes: 5000 } } }],
  ['a killed program', { code: 'kill -9 $$', language: 'bash' }],
]

const shared = oneEngine({ env: { ANNEAL_LOG_LEVEL: 'debug' } })

/** A user without runs. */
async function newCaller() {
  const { engine, call, logs } = shared()
  const user = `user-${callers++}`
  const { key } = await engine.keys.add({ user, admin: false, label: '' })
  return { user, logs, call: (path: string, more: Call = {}) => call(path, { key, ...more }) }
}
type Caller = Awaited<ReturnType<typeof newCaller>>
let callers = 0

test.for(bodies)('stream, replay, log, story and list of one run agree: %s', async ([, body]) => {
  const caller = await newCaller()
  const stream = await caller.call('/v1/runs', { headers: STREAM, body })
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const runId = stream.headers.get('x-run-id') ?? ''
  const told: RunEvent[] = []
  for await (const { id, data } of sentEvents(stream)) {
    expect(id).toBe(String(data.seq))
    told.push(data)
  }
  expectSound(told, runId)
  await expectSameStory(caller, told)
})

test.for(bodies)('the waiting answer equals the fold of the events: %s', async ([, body]) => {
  const caller = await newCaller()
  const answered = (await (await caller.call('/v1/runs', { body })).json()) as RunResult
  const told = await eventsOf(await caller.call(`/v1/runs/${answered.runId}/events`))
  expectSound(told, answered.runId)
  expect(reduceRun(told)).toEqual(answered)
  await expectSameStory(caller, told)
})

test('a late reader and a waiting one get the same', async () => {
  const caller = await newCaller()
  const code = 'for i in $(seq 20); do echo $i; sleep 0.02; done'
  const waiting = caller.call('/v1/runs', { body: { code, language: 'bash' } })
  const runId = await newestRun(caller)
  const joined = [0, 100, 200].map(async (delayMs) => {
    await wait(delayMs)
    return eventsOf(await caller.call(`/v1/runs/${runId}/events`))
  })
  const answered = (await (await waiting).json()) as RunResult
  for (const told of await Promise.all(joined)) {
    expectSound(told, runId)
    expect(reduceRun(told)).toEqual(answered)
  }
})

/** Consecutive numbers, one envelope, every span closed, `run.end` once and last. */
function expectSound(events: RunEvent[], runId: string) {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.filter(({ type }) => type === 'run.end').length).toBe(1)
  expect(events[0]?.type).toBe('run.start')
  expect(events.at(-1)?.type).toBe('run.end')
  const known = new Set<string | null>([null])
  for (const event of events) {
    expect(event).toMatchObject({ runId, id: `${runId}.${event.seq}` })
    expect(known, `${event.type} names a cause that was not told before it`).toContain(event.cause)
    known.add(event.id)
  }
  for (const noun of ['run', 'stage', 'attempt']) {
    const count = (type: string) => events.filter((event) => event.type === type).length
    expect(count(`${noun}.start`), noun).toBe(count(`${noun}.end`))
  }
}

async function expectSameStory({ call, logs, user }: Caller, told: RunEvent[]) {
  const runId = told[0]?.runId ?? ''
  const story = reduceRun(told)
  expect(await eventsOf(await call(`/v1/runs/${runId}/events`)), 'the replay').toEqual(told)
  expect(await (await call(`/v1/runs/${runId}`)).json(), 'the story kept').toEqual(story)
  const ends = told.flatMap((event) => logLineOf(event, user) ?? [])
  const written = logs.filter((line) => line.runId === runId)
  expect(
    written.map(({ event, msg }) => [event, msg]),
    'the log',
  ).toEqual(ends.map(({ event, message }) => [event, message]))
  const { lines } = (await (await call('/v1/logs?level=debug')).json()) as { lines: LogLine[] }
  expect(lines, 'the exported log').toEqual(ends)
  const { runs } = (await (await call('/v1/runs')).json()) as { runs: RunSummary[] }
  const end = told.at(-1)
  expect(runs, 'the list').toMatchObject([
    { runId, state: 'ended', outcome: story.outcome, durationMs: end?.type === 'run.end' ? end.durationMs : null },
  ])
  const languages = [...new Set(story.blocks.flatMap(({ language }) => language ?? []))]
  expect(runs[0]?.languages.sort()).toEqual(languages.sort())
}

async function newestRun({ call }: Caller): Promise<string> {
  for (;;) {
    const { runs } = (await (await call('/v1/runs')).json()) as { runs: RunSummary[] }
    if (runs[0]) return runs[0].runId
    await wait(5)
  }
}
