/**
 * A thread of a watched server: keeps a profile of the main thread, and reports for each stall where its time was spent. Taking
 * a profile out costs the main thread time of its own, which is announced, so that it is not taken for a stall.
 */
import { appendFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { busiestStack } from './busiest-stack.ts'
import type { WatchLine } from './watch-line.ts'

export interface Stalled {
  beat: number
  fromMicros: number
  toMicros: number
}

const { uses, path } = workerData as { uses: Int32Array; path: string }
const SAMPLE_MICROS = 2000
/** Longest profile, since a profile grows with its time. */
const LONGEST_MS = 20_000
const QUIET_MS = 30

const session = new Session()
session.connectToMainThread()
const post = (method: string, parameters: object = {}) =>
  new Promise<unknown>((resolve, reject) => {
    session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result)))
  })

let stalls: Stalled[] = []
parentPort?.on('message', (stalled: Stalled) => stalls.push(stalled))
// Pending requests to the main thread keep no thread alive.
setInterval(() => {}, LONGEST_MS)

Atomics.add(uses, 0, 1)
await post('Profiler.enable')
await post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS })
for (;;) {
  await post('Profiler.start')
  await wait(QUIET_MS)
  Atomics.add(uses, 0, 1)
  for (const endsAt = performance.now() + LONGEST_MS; performance.now() < endsAt && stalls.length === 0; )
    await wait(QUIET_MS)
  Atomics.add(uses, 0, 1)
  const { profile } = (await post('Profiler.stop')) as { profile: Profiler.Profile }
  for (const { beat, ...window } of stalls) {
    const line: WatchLine = { kind: 'stack', beat, frames: busiestStack(profile, window) }
    appendFileSync(path, `${JSON.stringify(line)}\n`)
  }
  stalls = []
}
