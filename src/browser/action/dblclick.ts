import { z } from 'zod'
import { heldStill } from '../page/held-still.ts'
import { browserAction } from './browser-action.ts'
import { clickInput, clickOptions, refuseOutside } from './click.ts'

export const dblclick = browserAction('browser.dblclick', {
  description: 'Clicks an element twice.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, ...input }, { act }) {
    await act(target, async (locator, timeout, shown) => {
      await refuseOutside(locator, input.position, timeout)
      const holding = { timeout, presses: 2 }
      await heldStill(locator, holding, (ms) => locator.dblclick({ ...clickOptions(input, shown), timeout: ms }))
    })
    return {}
  },
})
