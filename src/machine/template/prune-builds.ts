import type { Build, Template } from './template.ts'
import type { TemplateRecords } from './template-records.ts'

const KEPT = 20

/** Keeps only the last builds that nothing can be started from. */
export async function pruneBuilds(records: TemplateRecords, template: Template): Promise<void> {
  const isDone = ({ status, point }: Build) => status === 'error' || (status === 'ready' && point === null)
  for (const { id } of (await records.buildsOf(template)).filter(isDone).slice(0, -KEPT)) {
    await records.builds.delete(id)
    await records.logs.delete(id)
  }
}
