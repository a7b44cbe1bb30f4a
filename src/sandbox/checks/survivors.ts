import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { watchHost } from './host-pace.ts'
import type { CheckedSandbox } from './in-sandbox.ts'

const LONGEST_MS = 20_000
const LONGEST_DYING_MS = 1000
/** Time for killed processes on a slow host, where they end when their turn comes. Shorter than any bomb lasts. */
const LONGEST_SLOW_DYING_MS = 4000
let marks = 0

/** A word that no other process of the host has among its arguments. */
export const newMark = (): string => `anneal-mark-${process.pid}-${++marks}-${process.hrtime.bigint().toString(36)}`

/** A shell command that sleeps with the mark as its process name. */
export const sleeper = (mark: string): string => `bash -c 'exec -a ${mark} sleep 60'`

/** Waits until the marked processes live, seen from inside: some providers hide their processes from the host. */
export async function untilAlive(checked: CheckedSandbox, mark: string, count = 1): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    const alive = await countInside(checked, mark)
    if (alive >= count) return
    assert.ok(performance.now() < deadline, `${alive} instead of ${count} processes came up`)
    await delay(10)
  }
}

/** Looks from the host, and from inside when the sandbox still exists. A killed process may need a moment to be gone. */
export async function assertGone(mark: string, checked?: CheckedSandbox): Promise<void> {
  using host = watchHost()
  const startedAt = performance.now()
  for (;;) {
    const alive = (await pidsOnHost(mark)).length + (checked ? await countInside(checked, mark) : 0)
    if (alive === 0) return
    const mostMs = host.isSlow(LONGEST_DYING_MS) ? LONGEST_SLOW_DYING_MS : LONGEST_DYING_MS
    assert.ok(performance.now() - startedAt < mostMs, `${alive} processes of the sandbox are still alive`)
    await delay(20)
  }
}

export async function countInside({ bash }: CheckedSandbox, mark: string): Promise<number> {
  const { stdout } = await bash(`grep -las '^${mark}' /proc/[0-9]*/cmdline | wc -l`)
  return Number(stdout)
}

async function pidsOnHost(mark: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => isProgram(pid, mark))
}

/** Whether the process is the marked program: the program has the mark as its name, its shell only in the script. */
function isProgram(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(mark)
  } catch {
    return false
  }
}
