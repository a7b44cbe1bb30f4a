import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { ManifestEntry } from './manifest.ts'

export async function entriesByPath(entries: readonly ManifestEntry[]): Promise<Map<string, ManifestEntry>> {
  const map = new Map<string, ManifestEntry>()
  await stepByStep(entries, (entry) => void map.set(entry.path, entry))
  return map
}
