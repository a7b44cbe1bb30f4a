import type { CheckpointDiff } from '../../contract/checkpoint.ts'
import type { ManifestEntry } from '../state/manifest.ts'

export function diffTrees(_from: readonly ManifestEntry[], _to: readonly ManifestEntry[]): CheckpointDiff['files'] {
  return []
}
