import type { Part } from '../../contract/part.ts'
import { createResultCache, type ResultCache, type ResultCacheParts } from './create-result-cache.ts'

const SWEEP_MS = 3_600_000

/** Opens the cache of results. */
export function resultsPart({ isBrief, ...parts }: ResultCacheParts & { isBrief: boolean }): Part<ResultCache> {
  const cache = createResultCache(parts)
  const sweeping = isBrief ? undefined : setInterval(() => void cache.sweep().catch(parts.onTrouble), SWEEP_MS)
  sweeping?.unref()
  return {
    api: cache,
    async close() {
      clearInterval(sweeping)
      await cache.settled()
    },
  }
}
