import type { LayerUse } from '../layer-use.ts'
import { forgetSteps } from './forget-steps.ts'
import type { TemplateRecords } from './template-records.ts'

/** Forgets remembered steps of a user that no template consists of, to make room. */
export async function giveUpSteps(parts: { records: TemplateRecords; use: LayerUse }, userId: string): Promise<void> {
  const { records, use } = parts
  const layers = new Set((await records.cache.list(userId)).flatMap(({ layer }) => layer ?? []))
  await forgetSteps(records, layers)
  await use.release([...layers])
}
