import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

export const screenshot = browserAction('browser.screenshot', {
  description: 'Takes a picture of the page, of all of it, or of one element; to a file of the session, or as base64.',
  input: z.strictObject({
    target: browserTarget.optional().describe('Only this element'),
    full: z.boolean().default(false).describe('The whole page, not only what is in view'),
    format: z.enum(['png', 'jpeg']).default('png'),
    path: z.string().min(1).max(4096).optional().describe('A file of the session'),
    ...common,
  }),
  output: {
    mime: z.string(),
    bytes: z.int(),
    base64: z.string().optional().describe('Absent where a file was named'),
    path: z.string().optional(),
  },
  changes: false,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ target, full, format, path }, { tab, act, files, timeoutMs }) {
    const options = { type: format, animations: 'disabled', ...(format === 'jpeg' && { quality: 80 }) } as const
    const picture =
      target === undefined
        ? await tab.page.screenshot({ ...options, fullPage: full, timeout: timeoutMs })
        : await act(target, (locator, timeout) => locator.screenshot({ ...options, timeout }))
    const about = { mime: `image/${format}`, bytes: picture.length }
    if (path === undefined) return { ...about, base64: picture.toString('base64') }
    await files().write(path, picture)
    return { ...about, path }
  },
})
