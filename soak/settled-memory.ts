import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const ROUNDS = 5
const PAUSE_MS = 200

export interface SettledMemory {
  /** Objects of JavaScript, and the memory outside of the heap that they hold. */
  heap: number
  resident: number
}

/** Memory of this process, in megabytes, after all garbage was collected. */
export async function settledMemoryMb(): Promise<SettledMemory> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < ROUNDS; round++) {
    collect()
    await sleep(PAUSE_MS)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: Math.round((heapUsed + external) / 1e6), resident: Math.round(rss / 1e6) }
}
