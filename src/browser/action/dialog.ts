import { z } from 'zod'
import { browserAction, common } from './browser-action.ts'

export const dialog = browserAction('browser.dialog', {
  description:
    'Says how the next alert, question or prompt of a page is answered; without it alerts are accepted, others dismissed.',
  input: z.strictObject({
    accept: z.boolean(),
    text: z.string().max(10_000).optional().describe('For a prompt'),
    ...common,
  }),
  output: {},
  changes: true,
  needsNoPage: true,
  async work({ accept, text }, { browser }) {
    browser.tabs.prepareDialog({ accept, text })
    return {}
  },
})
