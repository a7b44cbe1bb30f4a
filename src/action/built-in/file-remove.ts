import { z } from 'zod'
import { fileAction } from './file-action.ts'
import { filePath, inVolume } from './file-place.ts'

export const fileRemove = fileAction('file.remove', {
  description: 'Removes a file, or a directory with everything in it.',
  input: z.strictObject({ path: filePath, ...inVolume }),
  output: z.object({ path: z.string() }),
  changes: true,
  async work({ path }, files) {
    await files.remove(path)
    return { path }
  },
})
