import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

const point = z.strictObject({ x: z.number(), y: z.number() })

export const clickInput = {
  target: browserTarget,
  button: z.enum(['left', 'right', 'middle']).default('left'),
  modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])).optional(),
  position: point.optional().describe('Where in the element, from its upper left corner; its middle unless told'),
  ...common,
}

/** The option of the driver, where there is a point. */
export const at = (position: z.infer<typeof point> | undefined) => (position ? { position } : {})

export const click = browserAction('browser.click', {
  description: 'Clicks an element, as soon as it can be clicked.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, button, modifiers, position }, { act }) {
    const options = { button, ...(modifiers && { modifiers }) }
    await act(target, (locator, timeout, shown) => locator.click({ ...options, ...at(position ?? shown), timeout }))
    return {}
  },
})
