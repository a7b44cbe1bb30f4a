import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A sleep for a number of seconds that no other process of the host has: a mark that finds a sandbox. */
export const markedSleep = (seconds: number): string => `sleep ${seconds.toFixed(3)}${randomInt(1e9, 2e9)}`

/** Every process of the host, in any sandbox, with `mark` in its command line. Read at once: threads that read took ten times as long. */
export async function processesWith(mark: string): Promise<number[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => commandOf(pid).includes(mark)).map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** A look at all processes takes milliseconds of the processor that the awaited ones need. */
const LOOK_EVERY_MS = 50

/** Waits until `holds` is true, and fails with `what` after the timeout, which only ends a wait for something that never comes. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  { timeoutMs = 60_000, everyMs = 10 } = {},
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not in ${timeoutMs} ms: ${what}`)
    await wait(everyMs)
  }
}

export const untilStarted = (mark: string, count = 1) =>
  until(`${count} of "${mark}" run`, async () => (await processesWith(mark)).length >= count, {
    everyMs: LOOK_EVERY_MS,
  })

export const untilGone = (mark: string, timeoutMs?: number) =>
  until(`"${mark}" is gone`, async () => (await processesWith(mark)).length === 0, {
    timeoutMs,
    everyMs: LOOK_EVERY_MS,
  })
