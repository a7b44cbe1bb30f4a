/** How much of a blob is needed still. */
export interface BlobUse {
  blob: number
  bytes: number
  neededBytes: number
}

export interface RepackRules {
  /** Of needed content that one save writes again at most. */
  mostBytes: number
  /** Small blobs that a state may lie in. */
  mostSmallBlobs: number
  /** A blob may have this much that nobody needs, whatever part of it that is. */
  allowedWasteBytes: number
}

/**
 * Blobs whose content is better written again: those that are mostly waste, and, when a state lies in too many small ones,
 * the smaller half of them. Each byte of waste pays for at most one that is written again, so that saving stays as cheap as
 * what is new, and what is kept is at most twice what is needed, apart from a little.
 */
export function chooseRepack(uses: readonly BlobUse[], rules: RepackRules): Set<number> {
  const wasteful = uses.filter(
    ({ bytes, neededBytes }) => bytes - neededBytes > rules.allowedWasteBytes && neededBytes < bytes / 2,
  )
  const small = uses.filter(({ neededBytes }) => neededBytes < rules.mostBytes / 2)
  const smaller = small.toSorted((a, b) => a.neededBytes - b.neededBytes).slice(0, Math.ceil(small.length / 2))
  const chosen = new Set<number>()
  let bytes = 0
  for (const use of small.length > rules.mostSmallBlobs ? [...wasteful, ...smaller] : wasteful) {
    if (chosen.has(use.blob) || bytes + use.neededBytes > rules.mostBytes) continue
    chosen.add(use.blob)
    bytes += use.neededBytes
  }
  return chosen
}
