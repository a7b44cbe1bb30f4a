import { z } from 'zod'
import { browserAction } from './browser-action.ts'
import { clickInput, clickOptions } from './click.ts'

export const dblclick = browserAction('browser.dblclick', {
  description: 'Clicks an element twice.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, ...input }, { act }) {
    await act(target, (locator, timeout, shown) => locator.dblclick({ ...clickOptions(input, shown), timeout }))
    return {}
  },
})
