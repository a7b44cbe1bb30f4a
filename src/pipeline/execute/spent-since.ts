import type { Spent } from '../../contract/measure.ts'
import { withRoundTimes } from '../../contract/round-ms.ts'
import type { Sandbox, SandboxMetrics } from '../../sandbox/sandbox.ts'

/** Starts to count a sandbox's usage; the returned function gives the sum. A sandbox that died with the program gives none. */
export async function startCounting(sandbox: Sandbox): Promise<(wallMs: number) => Promise<Spent>> {
  const look = () => sandbox.metrics().catch(() => undefined)
  const before = await look()
  return async (wallMs) => spentBetween(before, await look(), wallMs)
}

function spentBetween(before: SandboxMetrics | undefined, after: SandboxMetrics | undefined, wallMs: number): Spent {
  const since = (name: 'cpuMs' | 'readBytes' | 'writtenBytes'): number | null => {
    const [first, last] = [before?.[name], after?.[name]]
    return typeof first === 'number' && typeof last === 'number' ? Math.max(0, last - first) : null
  }
  return withRoundTimes({
    wallMs,
    cpuMs: since('cpuMs'),
    memoryPeakBytes: after?.memoryPeakBytes ?? null,
    readBytes: since('readBytes'),
    writtenBytes: since('writtenBytes'),
  })
}
