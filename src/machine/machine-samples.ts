import type { Sandbox } from '../sandbox/sandbox.ts'
import type { MachineInfo, MachineSample } from './machine.ts'

export interface MachineSamplesParts {
  info: Pick<MachineInfo, 'cpuCount' | 'memoryMb'>
  clock(): number
}

/** The resource use of one machine, sampled while it runs. */
export interface MachineSamples {
  begin(sandbox: Pick<Sandbox, 'metrics'>): void
  rest(): void
  /** Samples between two times, the oldest first; both ends are included. */
  list(range: { fromMs?: number; toMs?: number }): MachineSample[]
}

const EVERY_MS = 5000
/** One hour. */
const MOST_SAMPLES = 720
const MEGABYTE = 1_048_576

export function createMachineSamples({ info, clock }: MachineSamplesParts): MachineSamples {
  const samples: MachineSample[] = []
  let timer: NodeJS.Timeout | undefined
  const rest = () => clearInterval(timer)
  return {
    begin(sandbox) {
      rest()
      const look = createLook(info, { sandbox, clock })
      const looks = setInterval(async () => {
        const sample = await look()
        // A sample that was under way when the machine paused comes too late to count.
        if (!sample || timer !== looks) return
        samples.push(sample)
        if (samples.length > MOST_SAMPLES) samples.shift()
      }, EVERY_MS)
      looks.unref()
      timer = looks
      void look()
    },
    rest() {
      rest()
      timer = undefined
    },
    list: ({ fromMs = 0, toMs = Number.POSITIVE_INFINITY }) =>
      samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs),
  }
}

/** The processor share is measured between two looks, so the first look gives no sample. */
function createLook(
  { cpuCount, memoryMb }: MachineSamplesParts['info'],
  { sandbox, clock }: { sandbox: Pick<Sandbox, 'metrics'>; clock(): number },
): () => Promise<MachineSample | undefined> {
  let last: { atMs: number; cpuMs: number } | undefined
  let isLooking = false
  return async () => {
    if (isLooking) return undefined
    isLooking = true
    // A sandbox that has just ended answers nothing; its end is reported elsewhere.
    const metrics = await sandbox.metrics().catch(() => undefined)
    isLooking = false
    if (!metrics) return undefined
    const [before, atMs] = [last, clock()]
    last = { atMs, cpuMs: metrics.cpuMs }
    if (!before || before.atMs >= atMs) return undefined
    const share = (metrics.cpuMs - before.cpuMs) / (atMs - before.atMs) / cpuCount
    return {
      atMs,
      cpuCount,
      cpuUsedPercent: Math.min(100, Math.max(0, share * 100)),
      memoryUsedBytes: metrics.memoryBytes,
      memoryTotalBytes: memoryMb * MEGABYTE,
      // The used memory that sandboxes report contains no cache that could be separated.
      memoryCacheBytes: 0,
      diskUsedBytes: metrics.diskUsedBytes,
      diskTotalBytes: metrics.diskTotalBytes,
    }
  }
}
