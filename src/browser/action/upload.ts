import { basename } from 'node:path'
import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

const path = z.string().min(1).max(4096)

export const upload = browserAction('browser.upload', {
  description: 'Gives files of the session to a file field of the page.',
  input: z.strictObject({
    target: browserTarget,
    paths: z.union([path, z.array(path).max(20)]).describe('In the workspace of the session'),
    ...common,
  }),
  output: { files: z.array(z.object({ name: z.string(), bytes: z.int() })) },
  changes: true,
  async work({ target, paths }, { act, files }) {
    const from = files()
    const all = await Promise.all(
      [paths].flat().map(async (each) => ({
        name: basename(each),
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(await from.read(each)),
      })),
    )
    await act(target, (locator, timeout) => locator.setInputFiles(all, { timeout }))
    return { files: all.map(({ name, buffer }) => ({ name, bytes: buffer.length })) }
  },
})
