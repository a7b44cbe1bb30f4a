import { z } from 'zod'
import { extractAll, extractInput, extractOutput } from '../extract/extract.ts'
import { goTo } from '../page/go-to.ts'
import { browserAction, common } from './browser-action.ts'

export const navigate = browserAction('browser.navigate', {
  description:
    'Opens an address in the tab, and reads the page as text, Markdown, links, tables, metadata or snapshot.',
  input: z.strictObject({ url: z.string().min(1).max(8000), ...extractInput, ...common }),
  output: { ...extractOutput, status: z.int().nullable(), loaded: z.boolean() },
  changes: true,
  opens: true,
  urlOf: ({ url }) => url,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ url, extract = [], most }, work) {
    const { tab, browser, timeoutMs, clock } = work
    const arrived = await goTo({ page: tab.page, audit: browser.audit, timeoutMs, clock }, url)
    return { ...arrived, ...(await extractAll(work, { kinds: extract, most })) }
  },
})
