/**
 * Preloaded into a server (`node --import`): watches its main thread from inside, and writes one line of JSON for every turn of
 * the event loop that took too much processor time, and for every request (SIGUSR2) for its memory.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { settledMemoryMb } from '../settled-memory.ts'
import type { Stalled } from './take-stacks.ts'
import type { WatchLine } from './watch-line.ts'

const BEAT_MS = 5
const STALL_MS = 50
const file = process.env.ANNEAL_FUZZ_WATCH

// Threads of the server, and processes that it starts, load this file too.
if (isMainThread && file) {
  delete process.env.ANNEAL_FUZZ_WATCH
  watch(file)
}

function watch(path: string): void {
  const write = (line: WatchLine) => appendFileSync(path, `${JSON.stringify(line)}\n`)
  // Goes up whenever the watch itself begins or ceases to use the main thread, to collect all garbage or to take out a profile:
  // a beat before which it went up, or since which it is odd, proves nothing about the server.
  const uses = new Int32Array(new SharedArrayBuffer(8))
  const workerData = { uses, path }
  const worker = new Worker(new URL('take-stacks.ts', import.meta.url), { workerData, execArgv: [] })
  worker.unref()
  let last = stamp()
  let lastUses = [-1, -1]
  let beat = 0
  const onBeat = () => {
    const now = stamp()
    const used = [Atomics.load(uses, 0), Atomics.load(uses, 1)]
    const isOurs = used.some((count, n) => count % 2 === 1 || count !== lastUses[n])
    const cpuMs = (now.cpuMicros - last.cpuMicros) / 1000
    if (cpuMs >= STALL_MS && !isOurs) {
      const systemMs = (now.systemMicros - last.systemMicros) / 1000
      write({ kind: 'stall', beat, fromMs: last.atMs, toMs: now.atMs, cpuMs, systemMs })
      worker.postMessage({ beat, fromMicros: last.micros, toMicros: now.micros } satisfies Stalled)
    }
    lastUses = used
    beat++
    last = stamp()
  }
  setInterval(onBeat, BEAT_MS).unref()
  process.on('SIGUSR2', async () => {
    Atomics.add(uses, 1, 1)
    write({ kind: 'memory', atMs: Date.now(), ...(await settledMemoryMb()) })
    Atomics.add(uses, 1, 1)
  })
}

/** Processor time of this thread alone: a machine that is busy with other work is no stall. */
function stamp() {
  const { user, system } = process.threadCpuUsage()
  return {
    cpuMicros: user + system,
    systemMicros: system,
    atMs: Date.now(),
    micros: Number(process.hrtime.bigint() / 1000n),
  }
}
