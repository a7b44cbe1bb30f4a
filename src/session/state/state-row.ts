import type { StateRow } from '../../store/content/state-rows.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'

/** The row of a state in the store. */
export function stateRow(id: string, { blobs, entries, kernels, savedAt }: Manifest): StateRow {
  const kernelBytes = kernels.reduce((bytes, { size }) => bytes + size, 0)
  return {
    id,
    blobs: [id, ...blobs.filter((hash) => hash !== '')],
    bytes: treeSize(entries).bytes + kernelBytes,
    createdAt: savedAt,
  }
}

export function treeSize(entries: readonly ManifestEntry[]): { bytes: number; files: number } {
  return { bytes: entries.reduce((bytes, { size }) => bytes + size, 0), files: entries.length }
}
