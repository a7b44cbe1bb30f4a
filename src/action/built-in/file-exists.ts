import { z } from 'zod'
import { EngineError } from '../../contract/errors.ts'
import { treeFile } from '../../contract/session.ts'
import { fileAction } from './file-action.ts'
import { filePath, inVolume } from './file-place.ts'

export const fileExists = fileAction('file.exists', {
  description: 'Tells whether a path exists in a session or a volume, and what is there.',
  input: z.strictObject({ path: filePath, ...inVolume }),
  output: z.object({ exists: z.boolean(), file: treeFile.optional() }),
  changes: false,
  async work({ path }, files) {
    try {
      return { exists: true, file: await files.stat(path) }
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'PATH_NOT_FOUND')) throw error
      return { exists: false }
    }
  },
})
