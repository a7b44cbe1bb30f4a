import type { ManifestEntry } from '../state/manifest.ts'

/** Whether two versions have the same entry at a path, apart from its time. */
export function isSameEntry(one: ManifestEntry | undefined, other: ManifestEntry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const hasSameHead = one.type === other.type && one.mode === other.mode && one.size === other.size
  if (!hasSameHead || one.target !== other.target) return false
  const [chunks = [], others = []] = [one.chunks, other.chunks]
  return chunks.length === others.length && chunks.every(({ hash }, index) => hash === others[index]?.hash)
}
