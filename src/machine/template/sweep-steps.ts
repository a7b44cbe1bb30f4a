import type { LayerUse } from '../layer-use.ts'
import { forgetSteps } from './forget-steps.ts'
import type { TemplateRecords } from './template-records.ts'

const KEPT_MS = 7 * 86_400_000

/** Forgets old steps that no template consists of any more: of failed builds, and of removed templates. */
export async function sweepSteps(parts: { records: TemplateRecords; use: LayerUse; clock(): number }): Promise<void> {
  const { records, use, clock } = parts
  const old = (await records.cache.list()).filter(({ createdAtMs }) => createdAtMs < clock() - KEPT_MS)
  for (const { id, layer } of old) if (layer === null) await records.cache.delete(id)
  const layers = new Set(old.flatMap(({ layer }) => layer ?? []))
  await forgetSteps(records, layers)
  await use.release([...layers])
}
