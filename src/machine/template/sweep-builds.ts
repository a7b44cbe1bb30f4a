import type { LayerUse } from '../layer-use.ts'
import { emptyBuild } from './set-tags.ts'
import type { TemplateRecords } from './template-records.ts'

/** Longer than any engine takes between the end of a build and its tags. */
const SETTLED_MS = 3_600_000

/** Removes the work of engines that were killed between a build and its tags: its layers, and snapshots that nobody can name. */
export async function sweepBuilds(parts: { records: TemplateRecords; use: LayerUse; clock(): number }): Promise<void> {
  const { records, clock } = parts
  const settled = clock() - SETTLED_MS
  // Read before the tags: a build that is tagged meanwhile is seen with its tag.
  const builds = await records.builds.list()
  const templates = await records.templates.list()
  const tagged = new Set(templates.flatMap(({ tags }) => tags.map(({ buildId }) => buildId)))
  for (const { id, point, finishedAtMs } of builds)
    if (point && !tagged.has(id) && finishedAtMs !== null && finishedAtMs < settled) await emptyBuild(parts, id)
  for (const template of templates)
    if (template.isSnapshot && template.tags.length === 0 && template.updatedAtMs < settled)
      await records.remove(template)
}
