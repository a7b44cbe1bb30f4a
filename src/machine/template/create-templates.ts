import { EngineError } from '../../contract/errors.ts'
import type { BuildRuns } from './build-runs.ts'
import { BUILT_IN } from './built-in.ts'
import { ownBuild, ownTemplate } from './own-template.ts'
import { type RequestBuildParts, requestBuild } from './request-build.ts'
import type { BuildPlan, Templates } from './template.ts'
import { parseTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'
import { createTemplateTags, type TemplateTagsParts } from './template-tags.ts'
import { createTemplateUploads, type TemplateUploadsParts } from './template-uploads.ts'

export interface TemplatesParts extends TemplateUploadsParts, TemplateTagsParts, RequestBuildParts {
  runs: BuildRuns
  mayBuild?(plan: BuildPlan, userId: string): Promise<void>
}

export function createTemplates(parts: TemplatesParts): Templates {
  const { records, runs, clock } = parts
  return {
    ...createLooks(records),
    ...createTemplateTags(parts),
    ...createTemplateUploads(parts),
    request: (request, userId) => requestBuild(parts, request, userId),
    async start(query, plan) {
      const build = await ownBuild(records, query)
      await parts.mayBuild?.(plan, query.userId)
      await runs.start(build, plan)
    },
    build: async (query) => runs.current(await ownBuild(records, query)),
    logs: async (query) => runs.logs(await ownBuild(records, query)),
    async setPublic(name, isPublic, userId) {
      const { id } = await ownTemplate(records, name, userId)
      const changed = await records.templates.change(id, (kept) => ({ ...kept, isPublic, updatedAtMs: clock() }))
      if (!changed) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return changed
    },
    close: () => runs.close(),
  }
}

/** Read-only queries. */
function createLooks(records: TemplateRecords): Pick<Templates, 'list' | 'get' | 'find'> {
  return {
    async list(userId) {
      const all = (await records.templates.list(userId)).filter(({ isSnapshot }) => !isSnapshot)
      const builds = await records.builds.list(userId)
      const buildsOf = (id: string) => builds.filter(({ templateId }) => templateId === id)
      return all.map((template) => ({ template, builds: buildsOf(template.id) })).reverse()
    },
    async get(name, userId) {
      const template = await ownTemplate(records, name, userId)
      return { template, builds: await records.buildsOf(template) }
    },
    async find(name, userId) {
      const parsed = parseTemplateName(name)
      const isBuiltIn = parsed?.namespace === null && BUILT_IN.includes(parsed.name)
      if (isBuiltIn) return { id: parsed.name, isPublic: true }
      const found = await records.find(name, userId)
      if (!found) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return { id: found.template.id, isPublic: found.template.isPublic }
    },
  }
}
