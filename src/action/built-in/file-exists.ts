import { z } from 'zod'
import { EngineError } from '../../contract/errors.ts'
import { treeFile } from '../../contract/session.ts'
import type { Action } from '../action.ts'
import { type FileNeeds, filePath, filesIn, inVolume, placeProblems } from './file-place.ts'

const input = z.strictObject({ path: filePath, ...inVolume })
const output = z.object({ exists: z.boolean(), file: treeFile.optional() })

export const fileExists = (needs: FileNeeds): Action<z.infer<typeof input>, z.infer<typeof output>> => ({
  type: 'file.exists',
  description: 'Tells whether a path exists in a session or a volume, and what is there.',
  input,
  output,
  problemsOf: placeProblems,
  reachOf: () => 'none',
  async execute(asked, context) {
    try {
      const file = await filesIn(needs, asked, context).stat(asked.path)
      return { outcome: 'ok', output: { exists: true, file } }
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'PATH_NOT_FOUND')) throw error
      return { outcome: 'ok', output: { exists: false } }
    }
  },
})
