import { z } from 'zod'
import { treeFiles } from '../../contract/session.ts'
import { fileAction } from './file-action.ts'
import { inVolume } from './file-place.ts'

export const fileList = fileAction('file.list', {
  description: 'Lists a directory of a session or a volume.',
  input: z.strictObject({
    path: z.string().max(16_384).default('').describe('A directory; the whole place unless it is told'),
    depth: z.int().min(1).max(100).default(1).describe('Levels of directories'),
    ...inVolume,
  }),
  output: treeFiles,
  changes: false,
  work: async ({ path, depth }, files) => ({ files: await files.list({ path, depth }) }),
})
