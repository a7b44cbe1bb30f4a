import type { LayerUse } from '../layer-use.ts'
import { forgetSteps } from './forget-steps.ts'
import type { TemplateRecords } from './template-records.ts'

/** Steps of a user that were remembered, and that no template consists of, make room for what is wanted. */
export async function giveUpSteps(parts: { records: TemplateRecords; use: LayerUse }, userId: string): Promise<void> {
  const { records, use } = parts
  const layers = new Set((await records.cache.list(userId)).flatMap(({ layer }) => layer ?? []))
  await forgetSteps(records, layers)
  await use.release([...layers])
}
