import { z } from 'zod'
import { treeFile } from '../../contract/session.ts'
import { fileAction } from './file-action.ts'
import { filePath, inVolume, refuseLarge } from './file-place.ts'

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

export const fileWrite = fileAction('file.write', {
  description: 'Writes a whole file of a session or a volume, and makes the directories on the way.',
  input,
  output: treeFile,
  changes: true,
  async work({ path, content, encoding }, files) {
    const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
    refuseLarge(path, bytes.length)
    return files.write(path, bytes)
  },
})
