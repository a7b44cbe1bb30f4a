import type { LayerUse } from '../layer-use.ts'
import type { Tag, Template } from './template.ts'
import type { TemplateRecords } from './template-records.ts'

export interface TagChange {
  templateId: string
  atMs: number
  change(tags: readonly Tag[]): Tag[]
}

/** Changes the tags of a template. A build without tags cannot be started from, so its layers are released. */
export async function setTags(
  { records, use }: { records: TemplateRecords; use: LayerUse },
  { templateId, atMs, change }: TagChange,
): Promise<Template | undefined> {
  let before: readonly Tag[] = []
  const after = await records.templates.change(templateId, (template) => {
    before = template.tags
    return { ...template, updatedAtMs: atMs, tags: change(template.tags) }
  })
  const kept = new Set(after?.tags.map(({ buildId }) => buildId))
  for (const buildId of new Set(before.map((tag) => tag.buildId))) {
    if (!kept.has(buildId)) await emptyBuild({ records, use }, buildId)
  }
  return after
}

/** Releases the layers of a build that nothing can be started from any more. */
export async function emptyBuild({ records, use }: { records: TemplateRecords; use: LayerUse }, buildId: string) {
  let layers: string[] = []
  await records.builds.change(buildId, (build) => {
    layers = build.point?.layers ?? []
    return { ...build, point: null }
  })
  await use.release(layers)
}

/** For `change`: a tag names one build; assigning it to a build takes it from the previous one. */
export const withTags =
  (names: readonly string[], { buildId, createdAtMs }: Omit<Tag, 'tag'>) =>
  (tags: readonly Tag[]): Tag[] => [
    ...tags.filter(({ tag }) => !names.includes(tag)),
    ...names.map((tag) => ({ tag, buildId, createdAtMs })),
  ]
