/**
 * Preloaded into a server (`node --import`): watches its main thread from inside, and writes one line of JSON for every turn of the
 * event loop that took too much processor time, and for every time it is asked (SIGUSR2) what memory it holds.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { settledMemoryMb } from '../settled-memory.ts'
import type { Stalled } from './take-stacks.ts'
import type { WatchLine } from './watch-line.ts'

const BEAT_MS = 5
const STALL_MS = 50
const file = process.env.ANNEAL_FUZZ_WATCH

// Threads of the server, and what it starts, load the same.
if (isMainThread && file) {
  delete process.env.ANNEAL_FUZZ_WATCH
  watch(file)
}

function watch(path: string): void {
  const write = (line: WatchLine) => appendFileSync(path, `${JSON.stringify(line)}\n`)
  // Above 0 while we ourselves use the main thread: to collect all garbage, or to take out a profile.
  const isTaking = new Int32Array(new SharedArrayBuffer(8))
  const workerData = { isTaking, path }
  const worker = new Worker(new URL('take-stacks.ts', import.meta.url), { workerData, execArgv: [] })
  worker.unref()
  let last = stamp()
  let wasTaking = true
  let beat = 0
  const onBeat = () => {
    const now = stamp()
    const isOurs = Atomics.load(isTaking, 0) + Atomics.load(isTaking, 1) > 0
    const cpuMs = (now.cpuMicros - last.cpuMicros) / 1000
    if (cpuMs >= STALL_MS && !isOurs && !wasTaking) {
      const systemMs = (now.systemMicros - last.systemMicros) / 1000
      write({ kind: 'stall', beat, fromMs: last.atMs, toMs: now.atMs, cpuMs, systemMs })
      worker.postMessage({ beat, fromMicros: last.micros, toMicros: now.micros } satisfies Stalled)
    }
    wasTaking = isOurs
    beat++
    last = stamp()
  }
  setInterval(onBeat, BEAT_MS).unref()
  process.on('SIGUSR2', async () => {
    Atomics.store(isTaking, 1, 1)
    write({ kind: 'memory', atMs: Date.now(), ...(await settledMemoryMb()) })
    Atomics.store(isTaking, 1, 0)
  })
}

/** Processor time of this thread alone: a machine that is busy with others is no stall. */
function stamp() {
  const { user, system } = process.threadCpuUsage()
  return {
    cpuMicros: user + system,
    systemMicros: system,
    atMs: Date.now(),
    micros: Number(process.hrtime.bigint() / 1000n),
  }
}
