import { z } from 'zod'
import { browserAction } from './browser-action.ts'
import { at, clickInput } from './click.ts'

export const dblclick = browserAction('browser.dblclick', {
  description: 'Clicks an element twice.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, button, modifiers, position }, { act }) {
    const options = { button, ...(modifiers && { modifiers }) }
    await act(target, (locator, timeout, shown) => locator.dblclick({ ...options, ...at(position ?? shown), timeout }))
    return {}
  },
})
