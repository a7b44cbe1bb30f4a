import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import { COMPILED } from './support/compiled.ts'
import { configOf } from './support/engine.ts'
import { runInMachine } from './support/machine-samples.ts'
import { withHome } from './support/temporary-home.ts'

const PAUSER = join(import.meta.dirname, 'support/machine-pauser.ts')
const SERVERS = 2
const LONGEST_LIFE_MS = 600

test('every pause that a server acknowledged is there with its files, however the server is killed', async () => {
  await withHome(async (home) => {
    const paused: string[] = []
    for (let server = 0; server < SERVERS; server++) paused.push(...(await pausedUntilKilled(home)))
    expect(paused.length).toBeGreaterThanOrEqual(SERVERS)
    const { machines, close } = await createEngine(configOf(home), { restThreads: true })
    try {
      const found = (await machines.list({ userId: 'ada' })).map(({ id, state, hasMemory }) => ({
        id,
        state,
        hasMemory,
      }))
      for (const id of paused) expect(found).toContainEqual({ id, state: 'paused', hasMemory: false })
      // Each server may have paused one more machine without reporting it.
      expect(found.length).toBeLessThanOrEqual(paused.length + SERVERS)
      for (const { id } of found) {
        await machines.connect(id, { userId: 'ada' })
        expect(await runInMachine(machines, id, 'cat ~/own')).toBe(id)
        await machines.kill(id, 'ada')
      }
    } finally {
      await close()
    }
  })
})

/** The ids of the acknowledged pauses. */
async function pausedUntilKilled(home: string): Promise<string[]> {
  const child = spawn(process.execPath, [PAUSER, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...COMPILED },
  })
  const ended = once(child, 'exit')
  const output = text(child.stdout)
  await Promise.race([once(child.stdout, 'data'), ended])
  await wait(Math.random() * LONGEST_LIFE_MS)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  return (await output).split('\n').slice(0, -1)
}
