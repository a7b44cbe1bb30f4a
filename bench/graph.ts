/**
 * The time to make the context graph of a user with 100,000 stored events, and the longest piece of it on the main thread.
 *
 * node bench/graph.ts [--rounds 5]      prints JSON, with the aims and whether they were met
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import type { EventOf, RunEvent } from '../src/contract/event.ts'
import { readGraph } from '../src/graph/read-graph.ts'
import { walk } from '../src/graph/walk.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import type { RunEntry } from '../src/store/event/journal-entry.ts'
import type { Store } from '../src/store/store.ts'
import { withHome } from '../test/support/temporary-home.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const EVENTS = 100_000
const EVENTS_OF_RUN = 10
const RUNS_AT_ONCE = 50
const MOST_MS = 2000
const MOST_TURN_MS = 50
const USER = 'ada'

/** One run as an ordinary one is stored: it fails, is repaired and ends well. */
function storyOf(n: number): RunEntry[] {
  const runId = `run${String(n).padStart(21, '0')}`
  let seq = 0
  const event = (data: object) => {
    seq++
    const envelope = { id: `${runId}.${seq}`, subject: `run:${runId}`, userId: USER, runId, sessionId: null, seq }
    return {
      ...envelope,
      at: 1_700_000_000_000 + n * 100 + seq,
      cause: seq === 1 ? null : `${runId}.1`,
      ...data,
    } as RunEvent
  }
  const end = { language: 'python', signal: null, durationMs: 12, waitMs: 0, invalidUtf8: false, endedBy: 'exit' }
  const code = `prnt(${n})\n${'x = 1\n'.repeat(20)}`
  const error = { type: 'NameError', message: "name 'prnt' is not defined", line: 1 }
  const at = (attempt: number) => ({ block: 0, attempt })
  return [
    event({ type: 'run.start', kind: 'code', bytes: code.length, request: { code, language: 'python' } }),
    event({ type: 'stage.start', stage: 'execute', block: 0 }),
    event({ type: 'attempt.start', ...at(1), code }),
    event({ type: 'attempt.end', ...at(1), ...end, exitCode: 1, error }),
    event({ type: 'error.diagnosed', ...at(1), diagnosis: error as EventOf<'error.diagnosed'>['diagnosis'] }),
    event({ type: 'attempt.start', ...at(2), code, why: 'wrote "print" for "prnt"' }),
    event({ type: 'file.written', ...at(2), path: 'out.txt', size: 1, mediaType: 'text/plain', blob: '0'.repeat(64) }),
    event({ type: 'attempt.end', ...at(2), ...end, exitCode: 0 }),
    event({ type: 'block.end', block: 0, outcome: 'ok', finalCode: code }),
    event({ type: 'run.end', outcome: 'ok', durationMs: 30, finalCode: code }),
  ] as RunEntry[]
}

async function fill(store: Store): Promise<void> {
  for (let n = 0; n < EVENTS / EVENTS_OF_RUN; n += RUNS_AT_ONCE) {
    const stories = Array.from({ length: RUNS_AT_ONCE }, (_, index) => storyOf(n + index))
    for (const [first] of stories) {
      if (first) await store.runs.create({ runId: first.runId, userId: USER, engineId: 'bench', startedAt: first.at })
    }
    await store.events.append(stories.flat())
  }
}

async function once(store: Store) {
  let longest = 0
  let last = process.threadCpuUsage()
  // The processor time of the main thread between two turns, whichever other process had the processor.
  const beat = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, 1)
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const graph = await readGraph(store.events, USER)
  const found = await walk(graph, { walk: 'failure', depth: 20, limit: 200 })
  const ms = performance.now() - startedAt
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(beat)
  const { user, system } = process.cpuUsage(before)
  return {
    ms,
    cpuMs: (user + system) / 1000,
    longestTurnMs: longest,
    nodes: graph.nodes.size,
    found: found?.nodes.length,
  }
}

const rows = await withHome(async (home) => {
  const store = await openSqlite({ file: join(home, 'bench.db') })
  try {
    await fill(store)
    const measured: Awaited<ReturnType<typeof once>>[] = []
    for (let round = 0; round < Number(values.rounds); round++) measured.push(await once(store))
    return measured
  } finally {
    await store.close()
  }
})
const median = (list: number[]) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0
const cpuMs = median(rows.map((row) => row.cpuMs))
const turnMs = median(rows.map((row) => row.longestTurnMs))
const aims = [
  { aim: `graph of ${EVENTS} events: ${MOST_MS} ms of processor time at most`, met: cpuMs <= MOST_MS, value: cpuMs },
  { aim: `longest piece on the main thread: ${MOST_TURN_MS} ms at most`, met: turnMs <= MOST_TURN_MS, value: turnMs },
]
console.log(JSON.stringify({ bench: 'graph', events: EVENTS, machine: machineFacts(), aims, rows }, null, 2))
