import type { Locator } from 'playwright-core'
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

/** The driver would call the neighbour of an element its cover. */
export async function refuseOutside(locator: Locator, position: Point | undefined, timeout: number): Promise<void> {
  if (!position) return
  // The driver's own word, which is not ours for a sandbox.
  const size = await locator['boundingBox']({ timeout })
  if (!size || (position.x <= size.width && position.y <= size.height && position.x >= 0 && position.y >= 0)) return
  const shown = `${Math.round(size.width)}×${Math.round(size.height)}`
  throw new Error(`the position ${position.x},${position.y} lies outside of it: it is ${shown} pixels large`)
}

export const click = browserAction('browser.click', {
  description: 'Clicks an element, as soon as it can be clicked.',
  input: z.strictObject(clickInput),
  output: {},
  changes: true,
  async work({ target, ...input }, { act }) {
    await act(target, async (locator, timeout, shown) => {
      await refuseOutside(locator, input.position, timeout)
      await heldStill(locator, { timeout }, (ms) => locator.click({ ...clickOptions(input, shown), timeout: ms }))
    })
    return {}
  },
})
