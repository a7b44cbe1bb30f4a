import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { heldStill } from '../page/held-still.ts'
import type { Point } from '../repair/act-place.ts'
import { browserAction, common } from './browser-action.ts'

const point = z.strictObject({ x: z.number(), y: z.number() })

export const clickInput = {
  target: browserTarget,
  button: z.enum(['left', 'right', 'middle']).default('left'),
  modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])).optional(),
  position: point.optional().describe('Where in the element, from its upper left corner; its middle unless told'),
  ...common,
}

/** The option of Playwright, which takes no `undefined`. */
export const at = (position: Point | undefined) => (position ? { position } : {})

/** The options of Playwright; `shown` is the part of a covered element that can be seen. */
export const clickOptions = (
  { button, modifiers, position }: Pick<z.infer<z.ZodObject<typeof clickInput>>, 'button' | 'modifiers' | 'position'>,
  shown: Point | undefined,
) => ({
  button,
  ...(modifiers && { modifiers }),
  ...at(position ?? shown),
})

export const click = browserAction('browser.click', {
  description: 'Clicks an element, as soon as it can be clicked.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, ...input }, { act }) {
    await act(target, (locator, timeout, shown) =>
      heldStill(locator, { timeout }, () => locator.click({ ...clickOptions(input, shown), timeout })),
    )
    return {}
  },
})
