import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

/** What reads programs is compiled some seconds after the start: 300 MB are needed for a moment. */
const MOST_BYTES = 450e6
const LOOK_MS = 3000
const QUIET_TICKS = 15
const LONGEST_MS = 90_000

test('a server that has nothing to do gives back the memory that compiling took', async () => {
  await withHome((home) =>
    serving({ home }, async ({ child, memory, call }) => {
      const before = (await (await call('/v1/health')).json()) as { status: string }
      await untilQuiet(child.pid ?? 0)
      expect(before.status).toBe('ok')
      expect(await memory()).toBeLessThan(MOST_BYTES)
    }),
  )
})

async function untilQuiet(pid: number): Promise<void> {
  // The work has not begun yet at first.
  await wait(2 * LOOK_MS)
  const endsAt = performance.now() + LONGEST_MS
  for (let last = ticksOf(pid); performance.now() < endsAt; ) {
    await wait(LOOK_MS)
    const now = ticksOf(pid)
    if (now - last < QUIET_TICKS) return
    last = now
  }
}

/** Hundredths of a second that a process has worked. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
