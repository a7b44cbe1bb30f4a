import { z } from 'zod'
import { treeFiles } from '../../contract/session.ts'
import type { Action } from '../action.ts'
import { type FileNeeds, filesIn, inVolume, placeProblems } from './file-place.ts'

const input = z.strictObject({
  path: z.string().max(16_384).default('').describe('A directory; the whole place unless it is told'),
  depth: z.int().min(1).max(100).default(1).describe('Levels of directories'),
  ...inVolume,
})

export const fileList = (needs: FileNeeds): Action<z.infer<typeof input>, z.infer<typeof treeFiles>> => ({
  type: 'file.list',
  description: 'Lists a directory of a session or a volume.',
  input,
  output: treeFiles,
  problemsOf: placeProblems,
  reachOf: () => 'none',
  async execute(asked, context) {
    const { path, depth } = asked
    return { outcome: 'ok', output: { files: await filesIn(needs, asked, context).list({ path, depth }) } }
  },
})
