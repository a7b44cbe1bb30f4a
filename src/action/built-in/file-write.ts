import { z } from 'zod'
import { treeFile } from '../../contract/session.ts'
import type { Action } from '../action.ts'
import { type FileNeeds, filePath, filesIn, inVolume, placeProblems, reachOfChange, refuseLarge } from './file-place.ts'

const input = z
  .strictObject({
    path: filePath,
    ...inVolume,
    content: z.string(),
    encoding: z.enum(['text', 'base64']).default('text').describe('base64 for bytes that are not text'),
  })
  .refine(({ content, encoding }) => encoding === 'text' || z.base64().safeParse(content).success, {
    message: 'content is no base64',
    path: ['content'],
  })

export const fileWrite = (needs: FileNeeds): Action<z.infer<typeof input>, z.infer<typeof treeFile>> => ({
  type: 'file.write',
  description: 'Writes a whole file of a session or a volume, and makes the directories on the way.',
  input,
  output: treeFile,
  problemsOf: placeProblems,
  reachOf: reachOfChange,
  async execute(asked, context) {
    const { path, content, encoding } = asked
    const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
    refuseLarge(path, bytes.length)
    return { outcome: 'ok', output: await filesIn(needs, asked, context).write(path, bytes) }
  },
})
