import { z } from 'zod'
import { fileAction } from './file-action.ts'
import { filePath, inVolume, refuseLarge } from './file-place.ts'

const input = z.strictObject({
  path: filePath,
  ...inVolume,
  encoding: z.enum(['text', 'base64']).optional().describe('base64 for bytes; what is no UTF-8 always comes so'),
})
const output = z.object({
  path: z.string(),
  size: z.int().describe('In bytes'),
  content: z.string(),
  encoding: z.enum(['text', 'base64']).describe('base64 of a file that is no UTF-8, or where it was asked for'),
})

export const fileRead = fileAction('file.read', {
  description: 'Reads a file of a session or a volume, at most 10 MB.',
  input,
  output,
  changes: false,
  async work({ path, encoding }, files) {
    refuseLarge(path, (await files.stat(path)).size)
    const bytes = await files.read(path)
    refuseLarge(path, bytes.length)
    const text = encoding === 'base64' ? undefined : textOf(bytes)
    const content =
      text === undefined
        ? { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' as const }
        : { content: text, encoding: 'text' as const }
    return { path, size: bytes.length, ...content }
  },
})

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
