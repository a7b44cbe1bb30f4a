import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

export const hover = browserAction('browser.hover', {
  description: 'Moves the pointer over an element.',
  input: z.strictObject({ target: browserTarget, ...common }),
  output: {},
  changes: true,
  async work({ target }, { act }) {
    await act(target, (locator, timeout) => locator.hover({ timeout }))
    return {}
  },
})
