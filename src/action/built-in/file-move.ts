import { z } from 'zod'
import { treeFile } from '../../contract/session.ts'
import type { Action } from '../action.ts'
import { type FileNeeds, filePath, filesIn, inVolume, placeProblems, reachOfChange } from './file-place.ts'

const input = z.strictObject({ from: filePath, to: filePath, ...inVolume })

export const fileMove = (needs: FileNeeds): Action<z.infer<typeof input>, z.infer<typeof treeFile>> => ({
  type: 'file.move',
  description: 'Moves or renames a file or a directory inside of its session or volume.',
  input,
  output: treeFile,
  problemsOf: placeProblems,
  reachOf: reachOfChange,
  execute: async (asked, context) => ({ outcome: 'ok', output: await filesIn(needs, asked, context).move(asked) }),
})
