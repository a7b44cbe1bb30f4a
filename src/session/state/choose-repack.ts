/** The part of a blob that is still needed. */
export interface BlobUse {
  blob: number
  bytes: number
  neededBytes: number
}

export interface RepackRules {
  /** Most needed bytes that one save writes again. */
  mostBytes: number
  /** Most small blobs of a state. */
  mostSmallBlobs: number
  /** A blob may waste this many bytes, whatever its share. */
  allowedWasteBytes: number
}

/**
 * Chooses the blobs whose content is better written again: those that are mostly waste, and, when a state lies in too
 * many small ones, the smaller half of them. Each byte of waste pays for at most one that is written again, so that
 * saving costs as much as the new content, and the stored size is at most about twice the needed one.
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
