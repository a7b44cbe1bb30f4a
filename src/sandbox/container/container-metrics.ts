import type { SandboxMetrics } from '../sandbox.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'
import type { OwnCgroup } from './own-cgroup.ts'

/** The part of the engine's answer that is used. */
export interface EngineStats {
  cpu_stats?: { cpu_usage?: { total_usage?: number } }
  memory_stats?: { usage?: number }
  pids_stats?: { current?: number }
  blkio_stats?: { io_service_bytes_recursive?: { op: string; value: number }[] | null }
}

interface Measured {
  client: EngineClient
  container: string
  cgroup: OwnCgroup
}

const NANOSECONDS_PER_MS = 1_000_000

/** Measures of the container's control group; a sandbox that has ended adds nothing to those known. */
export async function containerMetrics({ client, container, cgroup }: Measured): Promise<Partial<SandboxMetrics>> {
  try {
    const stats = await client.call<EngineStats>('GET', `/containers/${container}/stats?stream=0&one-shot=1`)
    return onlyKnown({ ...readStats(stats), memoryPeakBytes: await cgroup('memoryPeakBytes') })
  } catch (error) {
    if (error instanceof EngineRefusal) return {}
    throw error
  }
}

export function readStats({ cpu_stats, memory_stats, pids_stats, blkio_stats }: EngineStats) {
  const cpu = cpu_stats?.cpu_usage?.total_usage
  const transfers = blkio_stats?.io_service_bytes_recursive
  const sum = (op: string) =>
    transfers?.filter((one) => one.op.toLowerCase() === op).reduce((total, { value }) => total + value, 0)
  return {
    cpuMs: cpu === undefined ? undefined : cpu / NANOSECONDS_PER_MS,
    memoryBytes: memory_stats?.usage,
    processes: pids_stats?.current,
    readBytes: sum('read'),
    writtenBytes: sum('write'),
  }
}

const onlyKnown = (values: Record<string, number | undefined>): Partial<SandboxMetrics> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
