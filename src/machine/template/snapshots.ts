import type { LayerUse } from '../layer-use.ts'
import type { Images, Snapshot, StartingPoint } from '../machine.ts'
import { setTags, withTags } from './set-tags.ts'
import { type Build, DEFAULT_TAG, type Tag, type Template } from './template.ts'
import { ownTemplateName, parseTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'

export interface SnapshotsParts {
  records: TemplateRecords
  use: LayerUse
  newTemplateId(): string
  newBuildId(): string
  clock(): number
}

/** Snapshots of machines: templates without a recipe. */
export function createSnapshots(parts: SnapshotsParts): Pick<Images, 'addSnapshot' | 'listSnapshots'> {
  const { records, newTemplateId, clock } = parts
  return {
    async addSnapshot(request) {
      const { userId, name } = request
      const own = name === undefined ? { name: null, tag: null } : ownTemplateName(name, userId)
      const createdAtMs = clock()
      const fresh: Template = {
        ...{ id: newTemplateId(), userId, createdAtMs, updatedAtMs: createdAtMs },
        ...{ name: own.name, isPublic: false, isSnapshot: true, tags: [] },
        ...{ useCount: 0, lastUsedAtMs: null },
      }
      if (own.name === null) await records.add(fresh)
      const tag = own.tag ?? DEFAULT_TAG
      const template = own.name === null ? fresh : await records.named(own.name, fresh, [tag])
      return addBuild(parts, { request, template, tag })
    },
    async listSnapshots({ userId, machineId, name }) {
      const wanted = name === undefined ? undefined : await records.find(name, userId)
      if (name !== undefined && !wanted) return []
      const ofTag = parseTemplateName(name ?? '')?.tag ?? undefined
      const found: Snapshot[] = []
      for (const template of await records.templates.list(userId)) {
        if (!template.isSnapshot || (wanted && wanted.template.id !== template.id)) continue
        for (const tag of template.tags) {
          const build = await records.builds.get(tag.buildId)
          const isMeant = machineId === undefined || build?.machineId === machineId
          if (build && isMeant && (ofTag ?? tag.tag) === tag.tag) found.push(snapshotOf(template, tag, build))
        }
      }
      return found
    },
  }
}

interface NewBuild {
  request: Parameters<Images['addSnapshot']>[0]
  template: Template
  tag: string
}

async function addBuild(parts: SnapshotsParts, { request, template, tag: name }: NewBuild): Promise<Snapshot> {
  const { userId, machineId, from, layer } = request
  const createdAtMs = parts.clock()
  const build: Build = {
    ...{ id: parts.newBuildId(), userId, templateId: template.id, machineId, tags: [], reason: null },
    ...{ createdAtMs, updatedAtMs: createdAtMs, finishedAtMs: createdAtMs, status: 'ready' },
    ...{ cpuCount: from.cpuCount, memoryMb: from.memoryMb },
    point: pointOf(from, layer),
  }
  await parts.records.builds.insert(build)
  const tag = { tag: name, buildId: build.id, createdAtMs }
  await setTags(parts, { templateId: template.id, atMs: createdAtMs, change: withTags([name], tag) })
  return snapshotOf(template, tag, build)
}

/** The start command of its template runs again in each copy: a snapshot contains no processes. */
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
