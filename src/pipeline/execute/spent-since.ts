import type { Spent } from '../../contract/measure.ts'
import type { Sandbox, SandboxMetrics } from '../../sandbox/sandbox.ts'

/** Begins to count what a box spends; the answer tells what it came to. A box that died over the program tells nothing. */
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
  return {
    wallMs,
    cpuMs: since('cpuMs'),
    memoryPeakBytes: after?.memoryPeakBytes ?? null,
    readBytes: since('readBytes'),
    writtenBytes: since('writtenBytes'),
  }
}
