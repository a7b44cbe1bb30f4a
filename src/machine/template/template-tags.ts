import { EngineError } from '../../contract/errors.ts'
import type { LayerUse } from '../layer-use.ts'
import { ownTemplate } from './own-template.ts'
import { setTags, withTags } from './set-tags.ts'
import { DEFAULT_TAG, type Tag, type Templates } from './template.ts'
import { assertTags, parseTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'

export interface TemplateTagsParts {
  records: TemplateRecords
  use: LayerUse
  clock(): number
}

export function createTemplateTags(parts: TemplateTagsParts): Pick<Templates, 'tag' | 'untag'> {
  const { records, clock } = parts
  return {
    async tag(target, tags, userId) {
      const wanted = assertTags(tags)
      const template = await ownTemplate(records, target, userId)
      const { id, tags: known } = template
      const from = parseTemplateName(target)?.tag ?? DEFAULT_TAG
      const buildId = known.find((each) => each.tag === from)?.buildId
      if (buildId === undefined) throw new EngineError('TEMPLATE_NOT_FOUND', { template: target })
      await records.assertRoom(template, wanted)
      const atMs = clock()
      await setTags(parts, { templateId: id, atMs, change: withTags(wanted, { buildId, createdAtMs: atMs }) })
      return { buildId, tags: wanted }
    },
    async untag(name, tags, userId) {
      const gone = assertTags(tags)
      const { id } = await ownTemplate(records, name, userId)
      const change = (all: readonly Tag[]) => all.filter(({ tag }) => !gone.includes(tag))
      await setTags(parts, { templateId: id, atMs: clock(), change })
    },
  }
}
