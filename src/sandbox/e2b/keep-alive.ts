import type { RemoteBox } from './remote.ts'

/** What a box has to live when nobody prolongs it: those of a server that was killed end by themselves. */
export const LIFE_MS = 300_000
const EVERY_MS = 60_000

/** Prolongs the life of a box until the function given back is called. */
export function keepAlive(box: RemoteBox): () => void {
  const timer = setInterval(() => {
    // Four more tries fit into its life; that it has ended is told by its wire.
    box.prolong(LIFE_MS).catch(() => {})
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
