import { EngineError } from '../../contract/errors.ts'
import type { LayerUse } from '../layer-use.ts'
import type { Images, Snapshot, StartingPoint } from '../machine.ts'
import { BUILT_IN, builtInPoint, type MachineSize } from './built-in.ts'
import { setTags, withTags } from './set-tags.ts'
import { type Build, DEFAULT_TAG, type Tag, type Template } from './template.ts'
import { ownTemplateName, parseTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'

export interface ImagesParts {
  records: TemplateRecords
  use: LayerUse
  /** Of what does not say. */
  size: MachineSize
  newTemplateId(): string
  newBuildId(): string
  clock(): number
}

/** What machines start from: what is built in, what was built, and what was taken from machines. */
export function createImages(parts: ImagesParts): Images {
  const { records, use, size } = parts
  return {
    async resolve(name, userId) {
      const parsed = parseTemplateName(name)
      const builtIn = parsed && builtInPoint(parsed, size)
      if (builtIn) return builtIn
      const found = await records.find(name, userId)
      const tag = found?.template.tags.find((each) => each.tag === found.tag)
      const build = tag && (await records.builds.get(tag.buildId))
      if (!found || !build?.point) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return { ...build.point, templateId: found.template.id, alias: found.template.name }
    },
    async countUse(templateId) {
      if (BUILT_IN.includes(templateId)) return
      await records.templates.change(templateId, (template) => ({
        ...template,
        useCount: template.useCount + 1,
        lastUsedAtMs: parts.clock(),
      }))
    },
    addSnapshot: (request) => addSnapshot(parts, request),
    async listSnapshots({ userId, machineId, name }) {
      const wanted = name === undefined ? undefined : await records.find(name, userId)
      if (name !== undefined && !wanted) return []
      const ofTag = name !== undefined && parseTemplateName(name)?.tag
      const all = (await records.templates.list(userId)).filter(({ isSnapshot }) => isSnapshot)
      const found: Snapshot[] = []
      for (const template of all) {
        if (wanted && wanted.template.id !== template.id) continue
        for (const tag of template.tags) {
          const build = await records.builds.get(tag.buildId)
          if (!build || (machineId !== undefined && build.machineId !== machineId)) continue
          if (!ofTag || ofTag === tag.tag) found.push(snapshotOf(template, tag, build))
        }
      }
      return found
    },
    async layersInUse() {
      const built = (await records.builds.list()).flatMap(({ point }) => point?.layers ?? [])
      const known = (await records.cache.list()).flatMap(({ layer }) => layer ?? [])
      return [...built, ...known]
    },
    async remove(id, userId) {
      const parsed = parseTemplateName(id)
      if (!parsed || (parsed.namespace === null && BUILT_IN.includes(parsed.name))) return false
      const found = await records.find(id, userId)
      if (found?.template.userId !== userId) return false
      return parsed.tag === null ? removeAll(found.template) : removeTag(found.template, parsed.tag)
    },
  }

  async function removeAll(template: Template): Promise<boolean> {
    const builds = await records.buildsOf(template)
    await records.remove(template)
    const layers = new Set(builds.flatMap(({ point }) => point?.layers ?? []))
    await records.forgetSteps(layers)
    await use.release([...layers])
    return true
  }

  /** With the last tag goes the template. */
  async function removeTag(template: Template, tag: string): Promise<boolean> {
    if (!template.tags.some((each) => each.tag === tag)) return false
    const rest = await setTags(parts, {
      ...{ templateId: template.id, atMs: parts.clock() },
      change: (tags) => tags.filter((each) => each.tag !== tag),
    })
    if (!rest || rest.tags.length === 0) await removeAll(template)
    return true
  }
}

type SnapshotRequest = Parameters<Images['addSnapshot']>[0]

async function addSnapshot(parts: ImagesParts, { userId, machineId, name, from, layer }: SnapshotRequest) {
  const { records, newTemplateId, newBuildId, clock } = parts
  const own = name === undefined ? { name: null, tag: null } : ownTemplateName(name, userId)
  const createdAtMs = clock()
  const fresh: Template = {
    ...{ id: newTemplateId(), userId, createdAtMs, updatedAtMs: createdAtMs },
    ...{ name: own.name, isPublic: false, isSnapshot: true, tags: [] },
    ...{ useCount: 0, lastUsedAtMs: null },
  }
  const template = own.name === null ? fresh : await records.named(own.name, fresh)
  if (template === fresh && own.name === null) await records.templates.insert(fresh)
  const build: Build = {
    ...{ id: newBuildId(), userId, templateId: template.id, machineId, tags: [], reason: null },
    ...{ createdAtMs, updatedAtMs: createdAtMs, finishedAtMs: createdAtMs, status: 'ready' },
    ...{ cpuCount: from.cpuCount, memoryMb: from.memoryMb },
    point: pointOf(from, layer),
  }
  await records.builds.insert(build)
  const tag = { tag: own.tag ?? DEFAULT_TAG, buildId: build.id, createdAtMs }
  const change = withTags([tag.tag], tag)
  await setTags(parts, { templateId: template.id, atMs: createdAtMs, change })
  return snapshotOf(template, tag, build)
}

/** What ran in the machine ran before: a copy starts it again where its template does. */
function pointOf({ templateId: _, alias: __, ...point }: StartingPoint, layer: string): Build['point'] {
  return { ...point, layers: [...point.layers, layer] }
}

function snapshotOf({ id, userId, name }: Template, { tag }: Tag, build: Build): Snapshot {
  const full = `${userId}/${name}:${tag}`
  return {
    id: name === null ? `${id}:${tag}` : full,
    names: name === null ? [] : [full],
    machineId: build.machineId ?? '',
    createdAtMs: build.createdAtMs,
  }
}
