import { EngineError } from '../../contract/errors.ts'
import { keyedNumbers } from '../cgroup/control-file.ts'
import type { SandboxFiles } from '../files.ts'

/** File of a counter, with cgroup v2 and v1. Without a key the file holds one number. */
type Place = [path: string, key?: string]

const PLACES = {
  oomKills: [
    ['/sys/fs/cgroup/memory.events', 'oom_kill'],
    ['/sys/fs/cgroup/memory/memory.oom_control', 'oom_kill'],
  ],
  processLimitHits: [
    ['/sys/fs/cgroup/pids.events', 'max'],
    ['/sys/fs/cgroup/pids/pids.events', 'max'],
  ],
  memoryPeakBytes: [['/sys/fs/cgroup/memory.peak'], ['/sys/fs/cgroup/memory/memory.max_usage_in_bytes']],
} satisfies Record<string, Place[]>

export type OwnCgroup = ReturnType<typeof createOwnCgroup>

/**
 * Reads the kernel's own counters for the sandbox. Engines pass on few of them, and Podman a limit for a peak; but every engine
 * shows the sandbox its own control group, read-only, and the agent reads it. Undefined where it is not shown; throws
 * SANDBOX_GONE when the sandbox has ended.
 */
export function createOwnCgroup(files: Pick<SandboxFiles, 'read'>) {
  return async (what: keyof typeof PLACES): Promise<number | undefined> => {
    for (const [path, key] of PLACES[what] as Place[]) {
      const bytes = await files.read(path).catch(unlessAbsent)
      const text = Buffer.from(bytes ?? '').toString()
      if (text !== '') return key === undefined ? Number(text) : keyedNumbers(text).get(key)
    }
    return undefined
  }
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof EngineError && error.code !== 'SANDBOX_GONE') return undefined
  throw error
}
