import type { RemoteSandbox } from './remote.ts'

/** Lifetime of a sandbox that is not prolonged: sandboxes of a killed server end by themselves. */
export const LIFE_MS = 300_000
const EVERY_MS = 60_000

/** Prolongs the life of a sandbox until the function given back is called. */
export function keepAlive(sandbox: RemoteSandbox): () => void {
  const timer = setInterval(() => {
    // Four more tries fit into the sandbox's life; the wire reports its end.
    sandbox.prolong(LIFE_MS).catch(() => {})
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
