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

/** The options of Playwright, which takes no `undefined`. */
export const clickOptions = ({
  button,
  modifiers,
  position,
}: Pick<z.infer<z.ZodObject<typeof clickInput>>, 'button' | 'modifiers' | 'position'>) => ({
  button,
  ...(modifiers && { modifiers }),
  ...(position && { position }),
})

export const click = browserAction('browser.click', {
  description: 'Clicks an element, as soon as it can be clicked.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, ...input }, { act }) {
    await act(target, (locator, timeout) => locator.click({ ...clickOptions(input), timeout }))
    return {}
  },
})
