import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createStates } from '../../src/session/state/create-states.ts'
import { DATA, openVolumes, withVolumes } from '../../src/session/volume/with-volumes.fixture.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import type { Store } from '../../src/store/store.ts'
import { COMPILED } from './compiled.ts'
import { filesAfter } from './volume-steps.ts'

const WRITER = join(import.meta.dirname, 'volume-writer.ts')
const LONGEST_LIFE_MS = 80

/** Kills so many processes that write to a volume, one after the other, and compares the volume with the steps each had taken. */
export async function killVolumeWriters(writers: number): Promise<void> {
  await withVolumes({}, async ({ directory, store }) => {
    let before: Record<string, string> = {}
    for (let writer = 0; writer < writers; writer++) {
      const acknowledged = await stepsUntilKilled(directory, writer)
      const { all } = await openVolumes(store, directory)
      const { moved: _, ...found } = await all()
      // The last step may have been taken without a report.
      const possible = [0, 1].map((more) => ({ ...before, ...filesAfter(writer, acknowledged + more) }))
      expect(possible).toContainEqual(found)
      before = found
    }
    await sweep(directory, store)
    const { volumes, storedBlobs } = await openVolumes(store, directory)
    await volumes.remove(DATA)
    expect(await storedBlobs()).toBe(0)
  })
}

/** The number of acknowledged steps. */
async function stepsUntilKilled(directory: string, writer: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, directory, String(writer)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...COMPILED },
  })
  const ended = once(child, 'exit')
  const output = text(child.stdout)
  await Promise.race([once(child.stdout, 'data'), ended])
  await wait(Math.random() * LONGEST_LIFE_MS)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  return (await output).length
}

async function sweep(directory: string, { contents }: Store): Promise<void> {
  const blobs = await createFileBlobs({ directory: join(directory, 'states'), limitBytes: 100_000_000 })
  const clock = () => Date.now() + 1000
  await createStates({ blobs, contents, clock, randomBytes: () => new Uint8Array(16), orphanAfterMs: 0 }).sweep()
}
