import { z } from 'zod'
import { browserTab } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

export const tabs = browserAction('browser.tabs', {
  description: 'Lists the tabs; opens one, makes one the active one, or closes one.',
  input: z.strictObject({ do: z.enum(['list', 'new', 'activate', 'close']).default('list'), ...common }),
  output: { tabs: z.array(browserTab) },
  changes: true,
  needsNoPage: true,
  opens: true,
  async work({ do: wish }, { browser, tab }) {
    if (wish === 'new') await browser.tabs.open()
    if (wish === 'activate') await browser.tabs.activate(tab)
    if (wish === 'close') await browser.tabs.close(tab)
    return { tabs: await browser.tabs.list() }
  },
})
