import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'
import { at, clickInput, refuseOutside } from './click.ts'

export const hover = browserAction('browser.hover', {
  description: 'Moves the pointer over an element.',
  input: z.strictObject({ target: browserTarget, position: clickInput.position, ...common }),
  output: {},
  changes: true,
  async work({ target, position }, { act }) {
    await act(target, async (locator, timeout, shown) => {
      await refuseOutside(locator, position, timeout)
      await locator.hover({ ...at(position ?? shown), timeout })
    })
    return {}
  },
})
