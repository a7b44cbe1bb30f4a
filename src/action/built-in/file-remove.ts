import { z } from 'zod'
import type { Action } from '../action.ts'
import { type FileNeeds, filePath, filesIn, inVolume, placeProblems, reachOfChange } from './file-place.ts'

const input = z.strictObject({ path: filePath, ...inVolume })
const output = z.object({ path: z.string() })

export const fileRemove = (needs: FileNeeds): Action<z.infer<typeof input>, z.infer<typeof output>> => ({
  type: 'file.remove',
  description: 'Removes a file, or a directory with everything in it.',
  input,
  output,
  problemsOf: placeProblems,
  reachOf: reachOfChange,
  async execute(asked, context) {
    await filesIn(needs, asked, context).remove(asked.path)
    return { outcome: 'ok', output: { path: asked.path } }
  },
})
