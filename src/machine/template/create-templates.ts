import { EngineError } from '../../contract/errors.ts'
import type { LayerUse } from '../layer-use.ts'
import type { BuildFiles } from './build-files.ts'
import type { BuildRuns } from './build-runs.ts'
import { BUILT_IN } from './built-in.ts'
import { setTags, withTags } from './set-tags.ts'
import { type Build, DEFAULT_TAG, type Tag, type Template, type Templates } from './template.ts'
import { assertTags, ownTemplateName, parseTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'
import type { UploadLinks } from './upload-links.ts'

export interface TemplatesParts {
  records: TemplateRecords
  runs: BuildRuns
  files: BuildFiles
  links: UploadLinks
  use: LayerUse
  newTemplateId(): string
  newBuildId(): string
  clock(): number
}

const HASH = /^[0-9a-f]{64}$/

export function createTemplates(parts: TemplatesParts): Templates {
  const { records, runs, files, links, clock } = parts

  async function own(name: string, userId: string): Promise<Template> {
    const found = await records.find(name, userId)
    if (found?.template.userId !== userId) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
    return found.template
  }

  async function ownBuild({ templateId, buildId, userId }: Parameters<Templates['build']>[0]): Promise<Build> {
    const template = await own(templateId, userId)
    const build = await records.builds.get(buildId)
    if (build?.templateId !== template.id) throw new EngineError('BUILD_NOT_FOUND', { buildId })
    return build
  }

  return {
    request: (request, userId) => requestBuild(parts, request, userId),
    start: async (query, plan) => runs.start(await ownBuild(query), plan),
    build: async (query) => runs.current(await ownBuild(query)),
    logs: async (query) => runs.logs(await ownBuild(query)),
    async list(userId) {
      const all = (await records.templates.list(userId)).filter(({ isSnapshot }) => !isSnapshot)
      const builds = await records.builds.list(userId)
      const withBuilds = all.map((template) => ({
        template,
        builds: builds.filter(({ templateId }) => templateId === template.id),
      }))
      return withBuilds.reverse()
    },
    async get(name, userId) {
      const template = await own(name, userId)
      return { template, builds: await records.buildsOf(template) }
    },
    async find(name, userId) {
      const parsed = parseTemplateName(name)
      if (parsed && parsed.namespace === null && BUILT_IN.includes(parsed.name)) {
        return { id: parsed.name, isPublic: true }
      }
      const found = await records.find(name, userId)
      if (!found) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return { id: found.template.id, isPublic: found.template.isPublic }
    },
    async tag(target, tags, userId) {
      const wanted = assertTags(tags)
      const { id, tags: known } = await own(target, userId)
      const from = parseTemplateName(target)?.tag ?? DEFAULT_TAG
      const buildId = known.find((each) => each.tag === from)?.buildId
      if (buildId === undefined) throw new EngineError('TEMPLATE_NOT_FOUND', { template: target })
      const at = clock()
      await setTags(parts, { templateId: id, atMs: at, change: withTags(wanted, { buildId, createdAtMs: at }) })
      return { buildId, tags: wanted }
    },
    async untag(name, tags, userId) {
      const gone = assertTags(tags)
      const { id } = await own(name, userId)
      const change = (all: readonly Tag[]) => all.filter(({ tag }) => !gone.includes(tag))
      await setTags(parts, { templateId: id, atMs: clock(), change })
    },
    async setPublic(name, isPublic, userId) {
      const { id } = await own(name, userId)
      const changed = await records.templates.change(id, (template) => ({
        ...template,
        isPublic,
        updatedAtMs: clock(),
      }))
      if (!changed) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return changed
    },
    async uploadLink({ templateId, hash, userId }) {
      const { id } = await own(templateId, userId)
      assertHash(hash)
      return { templateId: id, isPresent: await files.has(hash, userId), ...links.sign({ templateId: id, hash }) }
    },
    async receive({ templateId, hash, expiresAtMs, signature, lengthBytes, body }) {
      assertHash(hash)
      links.spend({ templateId, hash, expiresAtMs, signature })
      const template = await records.templates.get(templateId)
      if (!template) throw new EngineError('TEMPLATE_NOT_FOUND', { template: templateId })
      await files.write({ hash, userId: template.userId, lengthBytes, body })
    },
    close: () => runs.close(),
  }
}

async function requestBuild(
  { records, runs, newTemplateId, newBuildId, clock }: TemplatesParts,
  { name, tags, cpuCount, memoryMb }: Parameters<Templates['request']>[0],
  userId: string,
) {
  const own = ownTemplateName(name, userId)
  if (BUILT_IN.includes(own.name)) {
    throw new EngineError('INVALID_REQUEST', { problems: [`name: "${own.name}" is the name of a built-in template`] })
  }
  const asked = assertTags([...(own.tag === null ? [] : [own.tag]), ...tags])
  const createdAtMs = clock()
  const template = await records.named(own.name, {
    ...{ id: newTemplateId(), userId, createdAtMs, updatedAtMs: createdAtMs },
    ...{ name: own.name, isPublic: false, isSnapshot: false, tags: [] },
    ...{ useCount: 0, lastUsedAtMs: null },
  })
  const build: Build = {
    ...{ id: newBuildId(), userId, templateId: template.id, createdAtMs, updatedAtMs: createdAtMs },
    ...{ finishedAtMs: null, status: 'waiting', point: null, reason: null, machineId: null },
    tags: asked.length > 0 ? asked : [DEFAULT_TAG],
    ...runs.resources({ cpuCount, memoryMb }),
  }
  await records.builds.insert(build)
  await records.pruneBuilds(template)
  return { template, build }
}

function assertHash(hash: string) {
  if (!HASH.test(hash)) throw new EngineError('INVALID_REQUEST', { problems: ['hash: must be 64 hex digits'] })
}
