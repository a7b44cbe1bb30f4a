import type { TemplateRecords } from './template-records.ts'

/** Forgets the steps that made one of these layers, unless a template has it. */
export async function forgetSteps(records: TemplateRecords, layers: ReadonlySet<string>): Promise<void> {
  const built = new Set((await records.builds.list()).flatMap(({ point }) => point?.layers ?? []))
  for (const { id, layer } of await records.cache.list()) {
    if (layer !== null && layers.has(layer) && !built.has(layer)) await records.cache.delete(id)
  }
}
