import { EngineError } from '../../contract/errors.ts'
import type { BuildFiles } from './build-files.ts'
import { ownTemplate } from './own-template.ts'
import type { Templates } from './template.ts'
import type { TemplateRecords } from './template-records.ts'
import type { UploadLinks } from './upload-links.ts'

export interface TemplateUploadsParts {
  records: TemplateRecords
  files: BuildFiles
  links: UploadLinks
}

const HASH = /^[0-9a-f]{64}$/

/** Receives the files of a recipe, for the owner of the template that they were sent for. */
export function createTemplateUploads({
  records,
  files,
  links,
}: TemplateUploadsParts): Pick<Templates, 'uploadLink' | 'receive'> {
  return {
    async uploadLink({ templateId, hash, userId }) {
      const { id } = await ownTemplate(records, templateId, userId)
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
  }
}

function assertHash(hash: string) {
  if (!HASH.test(hash)) throw new EngineError('INVALID_REQUEST', { problems: ['hash: must be 64 hex digits'] })
}
