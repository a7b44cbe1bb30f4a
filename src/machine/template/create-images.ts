import { EngineError } from '../../contract/errors.ts'
import type { Images } from '../machine.ts'
import { BUILT_IN, builtInPoint, type MachineSize } from './built-in.ts'
import { removeTemplate } from './remove-template.ts'
import { createSnapshots, type SnapshotsParts } from './snapshots.ts'
import { parseTemplateName } from './template-name.ts'

export interface ImagesParts extends SnapshotsParts {
  /** The size of images that set none. */
  size: MachineSize
}

/** Starting points of machines: built in, built from a recipe, or taken from machines. */
export function createImages(parts: ImagesParts): Images {
  const { records, size, clock } = parts
  return {
    ...createSnapshots(parts),
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
      const lastUsedAtMs = clock()
      await records.templates.change(templateId, (kept) => ({ ...kept, useCount: kept.useCount + 1, lastUsedAtMs }))
    },
    async layersInUse() {
      const built = (await records.builds.list()).flatMap(({ point }) => point?.layers ?? [])
      const known = (await records.cache.list()).flatMap(({ layer }) => layer ?? [])
      return [...built, ...known]
    },
    remove: (id, userId) => removeTemplate(parts, id, userId),
  }
}
