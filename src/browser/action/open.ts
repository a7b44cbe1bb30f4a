import { z } from 'zod'
import { browserIsolation } from '../../contract/browser.ts'
import { runOptions } from '../../contract/run-options.ts'
import { extractAll, extractInput, extractOutput } from '../extract/extract.ts'
import { goTo } from '../page/go-to.ts'
import { pageIn } from '../page/tabs.ts'
import { browserAction, common } from './browser-action.ts'

const input = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(8000)
    .optional()
    .describe('http or https; the last page of a browser that was not closed, or an empty one, unless it is told'),
  newTab: z.boolean().default(false),
  network: runOptions.shape.network.describe(
    'Hosts that the browser may reach from now on; those of the session unless told',
  ),
  ...extractInput,
  ...common,
})

export const open = browserAction('browser.open', {
  description:
    'Opens the browser of the session where there is none, and a page in it; without a session it reads one page, and ends.',
  input,
  output: {
    ...extractOutput,
    status: z.int().nullable().describe('HTTP status of the page'),
    loaded: z.boolean().describe('Whether pictures and the like had loaded in time'),
    isolation: browserIsolation,
    version: z.string(),
  },
  changes: true,
  opens: true,
  worksAlone: true,
  urlOf: ({ url }) => url,
  allowOf: ({ network }) => network?.allow,
  usualMs: ({ browserTimeoutMs }) => browserTimeoutMs,
  async work({ url, newTab, extract, most }, work) {
    const { browser, clock, timeoutMs } = work
    const tab = newTab ? await browser.tabs.open() : work.tab
    const arrived =
      url === undefined
        ? { status: null, loaded: true }
        : await goTo({ page: tab.page, audit: browser.audit, timeoutMs, clock }, url)
    const kinds = extract ?? (work.hasSession ? [] : ['markdown' as const])
    const { isolation, version } = browser
    const found = await extractAll({ ...work, tab }, { kinds, most })
    return { ...arrived, isolation, version, ...(newTab && { tab: tab.id, ...(await pageIn(tab)) }), ...found }
  },
})
