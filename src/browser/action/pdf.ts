import { z } from 'zod'
import { within } from '../page/within.ts'
import { browserAction, common } from './browser-action.ts'

export const pdf = browserAction('browser.pdf', {
  description: 'Prints the page as PDF; to a file of the session, or as base64.',
  input: z.strictObject({
    path: z.string().min(1).max(4096).optional().describe('A file of the session'),
    format: z.enum(['A4', 'A3', 'A5', 'Letter', 'Legal']).default('A4'),
    landscape: z.boolean().default(false),
    background: z.boolean().default(true).describe('Whether colours and pictures behind the text are printed'),
    ...common,
  }),
  output: { bytes: z.int(), base64: z.string().optional(), path: z.string().optional() },
  changes: false,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ path, format, landscape, background }, { tab, files, timeoutMs, signal }) {
    const printed = tab.page.pdf({ format, landscape, printBackground: background })
    const bytes = await within(printed, { what: 'The print', timeoutMs, signal })
    if (path === undefined) return { bytes: bytes.length, base64: bytes.toString('base64') }
    await files().write(path, bytes)
    return { bytes: bytes.length, path }
  },
})
