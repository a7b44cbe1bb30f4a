import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { extractAll, extractInput, extractKind, extractOutput, refOfTarget } from '../extract/extract.ts'
import { browserAction, common } from './browser-action.ts'

export const extract = browserAction('browser.extract', {
  description: 'Reads the page, or one element of it: text, Markdown, links, tables, metadata.',
  input: z.strictObject({
    ...extractInput,
    extract: z.array(extractKind).min(1).max(6).default(['markdown']),
    target: browserTarget.optional(),
    ...common,
  }),
  output: extractOutput,
  changes: false,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ extract: kinds, most, target }, work) {
    const ref = target === undefined ? undefined : await refOfTarget(work, target)
    return extractAll(work, { kinds, most, ref })
  },
})
