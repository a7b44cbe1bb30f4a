import { z } from 'zod'
import { treeFile } from '../../contract/session.ts'
import { fileAction } from './file-action.ts'
import { filePath, inVolume } from './file-place.ts'

export const fileMove = fileAction('file.move', {
  description: 'Moves or renames a file or a directory inside of its session or volume.',
  input: z.strictObject({ from: filePath, to: filePath, ...inVolume }),
  output: treeFile,
  changes: true,
  work: (asked, files) => files.move(asked),
})
