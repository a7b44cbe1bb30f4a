import { EngineError } from '../../contract/errors.ts'
import type { Build, BuildQuery, Template } from './template.ts'
import type { TemplateRecords } from './template-records.ts'

/** Finds a template by id or name for changing it; only its owner can, even when it is public. */
export async function ownTemplate(records: TemplateRecords, name: string, userId: string): Promise<Template> {
  const found = await records.find(name, userId)
  if (found?.template.userId !== userId) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
  return found.template
}

export async function ownBuild(records: TemplateRecords, query: BuildQuery): Promise<Build> {
  const { templateId, buildId, userId } = query
  const template = await ownTemplate(records, templateId, userId)
  const build = await records.builds.get(buildId)
  if (build?.templateId !== template.id) throw new EngineError('BUILD_NOT_FOUND', { buildId })
  return build
}
