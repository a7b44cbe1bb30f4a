/**
 * Preloaded into a server (`node --import`): measures from inside how late its main thread is. For every SIGUSR2 it writes one line of
 * JSON about the time since the one before.
 */
import { appendFileSync } from 'node:fs'
import { createHistogram, type Histogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Milliseconds. */
export interface Lateness {
  n: number
  p50: number
  p99: number
  max: number
}

export interface EventLoopLine {
  /** The delay of a beat, whichever process had the processor. */
  delay: Lateness
  /** The processor time of the main thread alone between two beats. */
  turn: Lateness
}

const BEAT_MS = 1
const file = process.env.ANNEAL_BENCH_WATCH

// Threads of the server, and programs that it starts, load the same.
if (isMainThread && file) {
  delete process.env.ANNEAL_BENCH_WATCH
  watch(file)
}

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution: BEAT_MS })
  const turn = createHistogram()
  let last = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    turn.record(Math.max(1, Math.round((user + system) * 1000)))
    last = process.threadCpuUsage()
  }, BEAT_MS).unref()
  delay.enable()
  process.on('SIGUSR2', () => {
    const line: EventLoopLine = { delay: latenessIn(delay, BEAT_MS), turn: latenessIn(turn, 0) }
    delay.reset()
    turn.reset()
    appendFileSync(path, `${JSON.stringify(line)}\n`)
  })
}

function latenessIn(times: Histogram, dueMs: number): Lateness {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - dueMs)
  return { n: times.count, p50: ms(times.percentile(50)), p99: ms(times.percentile(99)), max: ms(times.max) }
}
