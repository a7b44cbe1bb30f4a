import { z } from 'zod'
import { browserAction } from './browser-action.ts'
import { clickInput } from './click.ts'

export const dblclick = browserAction('browser.dblclick', {
  description: 'Clicks an element twice.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, button, modifiers, position }, { act }) {
    const options = { button, ...(modifiers && { modifiers }), ...(position && { position }) }
    await act(target, (locator, timeout) => locator.dblclick({ ...options, timeout }))
    return {}
  },
})
