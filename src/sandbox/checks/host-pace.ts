import { AssertionError } from 'node:assert'
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { Inconclusive } from '../../contract/inconclusive.ts'

/** Starts a program for every line, as the agent of a sandbox does, but outside of any sandbox. */
const SHELL = ['/bin/sh', '-c', 'while read -r line; do /bin/true; echo; done'] as const
const PAUSE_MS = 25
/**
 * A free host does small work in a hundredth of the bounds of these checks; one that needs a tenth is busy with something else.
 */
const SLOW_PART = 10
const LATE = Symbol('late')

const isSlow = (otherMs: number, mostMs: number): boolean => otherMs > mostMs / SLOW_PART

/** Asks a plain shell of the host again and again, to measure how long small work takes here right now. */
export function watchHost() {
  const shell = spawn(SHELL[0], SHELL.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] })
  let slowestMs = 0
  let dueAt = performance.now()
  // A question that could not even be asked in time counts as waiting too.
  const waitedMs = () => Math.max(0, performance.now() - dueAt)
  const ask = () => void shell.stdin.write('\n')
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.stdout.on('data', () => {
    slowestMs = Math.max(slowestMs, waitedMs())
    dueAt = performance.now() + PAUSE_MS
    setTimeout(ask, PAUSE_MS).unref()
  })
  ask()
  const slowest = () => Math.max(slowestMs, waitedMs())
  return {
    /** The slowest answer so far, the outstanding one included. */
    slowestMs: slowest,
    /** True when the host is too slow for this bound to prove anything. */
    isSlow: (mostMs: number) => isSlow(slowest(), mostMs),
    [Symbol.dispose]: () => void shell.kill('SIGKILL'),
  }
}

/** The error for an exceeded bound: inconclusive where the host was slow for other work at the same time. */
export function tooLate(complaint: string, { mostMs, otherMs }: { mostMs: number; otherMs: number }): Error {
  const others = `something small elsewhere took ${Math.round(otherMs)} ms meanwhile`
  if (isSlow(otherMs, mostMs)) return new Inconclusive(`${complaint}, and ${others}`)
  return new AssertionError({ message: `${complaint}, but ${others}` })
}

/** The result of work that must be done in time: too late is a failure, unless the whole host was slow. */
export async function within<T>(
  { mostMs, complaint }: { mostMs: number; complaint: string },
  work: () => Promise<T>,
): Promise<T> {
  using host = watchHost()
  const done = new AbortController()
  try {
    const late = delay(mostMs, LATE, { signal: done.signal }).catch(() => LATE)
    const result = await Promise.race([work(), late])
    if (result === LATE) throw tooLate(`${complaint} in ${mostMs} ms`, { mostMs, otherMs: host.slowestMs() })
    return result as T
  } finally {
    done.abort()
  }
}

/** Holds a program to its time, by the duration that the sandbox measured. */
export async function runsWithin<T extends { durationMs: number }>(mostMs: number, run: () => Promise<T>): Promise<T> {
  using host = watchHost()
  const result = await run()
  if (result.durationMs < mostMs) return result
  throw tooLate(`it ended after ${Math.round(result.durationMs)} ms`, { mostMs, otherMs: host.slowestMs() })
}

/**
 * Runs work that depends on the clock, with this much time to spare: where other work waited too long meanwhile, its failure
 * proves nothing.
 */
export async function undisturbed<T>(spareMs: number, work: () => Promise<T>): Promise<T> {
  using host = watchHost()
  try {
    return await work()
  } catch (error) {
    if (!host.isSlow(spareMs)) throw error
    const [complaint] = String((error as Error)?.message ?? error).split('\n')
    throw tooLate(complaint ?? '', { mostMs: spareMs, otherMs: host.slowestMs() })
  }
}
