import type { LayerUse } from '../layer-use.ts'
import { BUILT_IN } from './built-in.ts'
import { forgetSteps } from './forget-steps.ts'
import { setTags } from './set-tags.ts'
import type { Template } from './template.ts'
import { parseTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'

export interface RemoveTemplateParts {
  records: TemplateRecords
  use: LayerUse
  clock(): number
}

/** Removes a template with all its builds, or with a tag only the build it names; false when there is none. */
export async function removeTemplate(parts: RemoveTemplateParts, id: string, userId: string): Promise<boolean> {
  const parsed = parseTemplateName(id)
  if (!parsed || (parsed.namespace === null && BUILT_IN.includes(parsed.name))) return false
  const found = await parts.records.find(id, userId)
  if (found?.template.userId !== userId) return false
  if (parsed.tag !== null) return removeTag(parts, found.template, parsed.tag)
  await removeAll(parts, found.template)
  return true
}

/** Removing the last tag removes the template. */
async function removeTag(parts: RemoveTemplateParts, template: Template, tag: string): Promise<boolean> {
  if (!template.tags.some((each) => each.tag === tag)) return false
  const rest = await setTags(parts, {
    ...{ templateId: template.id, atMs: parts.clock() },
    change: (tags) => tags.filter((each) => each.tag !== tag),
  })
  if (!rest || rest.tags.length === 0) await removeAll(parts, template)
  return true
}

async function removeAll({ records, use }: RemoveTemplateParts, template: Template): Promise<void> {
  const builds = await records.buildsOf(template)
  await records.remove(template)
  const layers = new Set(builds.flatMap(({ point }) => point?.layers ?? []))
  await forgetSteps(records, layers)
  await use.release([...layers])
}
