import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { READY, serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

/** While V8 optimises the readers of programs they take 300 MB for a moment, which glibc then keeps. */
const MOST_BYTES = 450e6
const LOOK_MS = 3000
const QUIET_TICKS = 15
const LONGEST_MS = 90_000

test('an idle server holds no more than its heaps, its readers and Node itself', async () => {
  await withHome((home) =>
    serving({ home, env: READY }, async ({ child, memory, call }) => {
      const body = { code: 'import os\nfor n in range(3):\n    print(n)\n', language: 'python' }
      expect((await call('/v1/analyze', { body })).status).toBe(200)
      await untilQuiet(child.pid ?? 0)
      expect(await memory()).toBeLessThan(MOST_BYTES)
    }),
  )
})

async function untilQuiet(pid: number): Promise<void> {
  // More code is loaded some seconds after the start.
  await wait(2 * LOOK_MS)
  const endsAt = performance.now() + LONGEST_MS
  for (let last = ticksOf(pid); performance.now() < endsAt; ) {
    await wait(LOOK_MS)
    const now = ticksOf(pid)
    if (now - last < QUIET_TICKS) return
    last = now
  }
}

/** Processor time of a process in hundredths of a second. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
