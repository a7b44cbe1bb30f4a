import { setTimeout as delay } from 'node:timers/promises'
import type { LiveMachine } from '../../../engine.ts'

const MEBIBYTE = 1_048_576
const SAMPLE_MS = 100

/**
 * The present resource use of a machine, in the form of `GET /metrics`; the processor use is measured over a tenth of a
 * second.
 */
export async function machineMetrics({ sandbox, info }: LiveMachine, clock: () => number) {
  const [before, beginMs] = [await sandbox.metrics(), clock()]
  await delay(SAMPLE_MS)
  const [after, endMs] = [await sandbox.metrics(), clock()]
  const busy = (after.cpuMs - before.cpuMs) / Math.max(1, endMs - beginMs)
  return {
    ts: Math.floor(endMs / 1000),
    cpu_count: info.cpuCount,
    cpu_used_pct: Math.round((busy / info.cpuCount) * 10_000) / 100,
    mem_total: info.memoryMb * MEBIBYTE,
    mem_used: after.memoryBytes,
    mem_total_mib: info.memoryMb,
    mem_used_mib: Math.round(after.memoryBytes / MEBIBYTE),
    disk_used: after.diskUsedBytes,
    disk_total: after.diskTotalBytes,
  }
}
