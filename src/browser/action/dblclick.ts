import { z } from 'zod'
import { heldStill } from '../page/held-still.ts'
import { browserAction } from './browser-action.ts'
import { clickInput, clickOptions } from './click.ts'

export const dblclick = browserAction('browser.dblclick', {
  description: 'Clicks an element twice.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, ...input }, { act }) {
    await act(target, (locator, timeout, shown) =>
      heldStill(locator, { timeout }, () => locator.dblclick({ ...clickOptions(input, shown), timeout })),
    )
    return {}
  },
})
