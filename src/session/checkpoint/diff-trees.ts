import type { CheckpointDiff } from '../../contract/checkpoint.ts'
import type { ManifestEntry } from '../state/manifest.ts'

type FileChange = CheckpointDiff['files'][number]

/** The change of each path, sorted. Equal content is no change, whenever it was written. */
export function diffTrees(from: readonly ManifestEntry[], to: readonly ManifestEntry[]): FileChange[] {
  const before = new Map(from.map((entry) => [entry.path, entry]))
  const changes: FileChange[] = []
  for (const entry of to) {
    const old = before.get(entry.path)
    before.delete(entry.path)
    if (!old) changes.push({ path: entry.path, change: 'added', from: null, to: entry.size })
    else if (!isEqual(old, entry)) {
      changes.push({ path: entry.path, change: 'changed', from: old.size, to: entry.size })
    }
  }
  for (const { path, size } of before.values()) changes.push({ path, change: 'removed', from: size, to: null })
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Every state cuts content into chunks at the same places, so equal hashes mean equal content. */
function isEqual(a: ManifestEntry, b: ManifestEntry): boolean {
  if (a.type !== b.type || a.mode !== b.mode || a.size !== b.size || a.target !== b.target) return false
  return (a.chunks ?? []).every(({ hash }, index) => hash === b.chunks?.[index]?.hash)
}
