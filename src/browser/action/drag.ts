import type { Locator } from 'playwright-core'
import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { heldStill } from '../page/held-still.ts'
import type { Point } from '../repair/act-place.ts'
import { browserAction, common } from './browser-action.ts'
import { at, refuseOutside } from './click.ts'

const point = z.strictObject({ x: z.number(), y: z.number() })

export const drag = browserAction('browser.drag', {
  description: 'Drags an element to another one, or by so many pixels; along further points where they are told.',
  input: z
    .strictObject({
      from: browserTarget,
      fromPosition: point.optional().describe('Where it is taken, from its upper left corner; its middle unless told'),
      through: z
        .array(point)
        .max(500)
        .optional()
        .describe('Points on the way, from the upper left corner of "from" as it lies before the drag'),
      to: browserTarget.optional(),
      toPosition: point.optional().describe('Where in the other element; its middle unless told'),
      by: point.optional().describe('Pixels, instead of another element'),
      ...common,
    })
    .refine(({ to, by: pixels }) => (to === undefined) !== (pixels === undefined), { message: 'needs "to" or "by"' }),
  output: {},
  changes: true,
  async work({ from, fromPosition, through = [], to, toPosition, by: pixels = { x: 0, y: 0 } }, { act, tab }) {
    const { mouse } = tab.page
    // Both are brought into view before either is measured: the second scroll moves the first one.
    if (to !== undefined) await act(to, (locator, timeout) => locator.scrollIntoViewIfNeeded({ timeout }))
    const { start, end } = await act(from, async (locator, timeout, shown) => {
      const grip = fromPosition ?? shown
      // The driver waits until it can be taken, and says what lies over it.
      await refuseOutside(locator, fromPosition, timeout)
      await locator.hover({ ...at(grip), timeout })
      const taken = await placeIn(locator, grip, timeout)
      const goal =
        to === undefined
          ? { x: taken.x + pixels.x, y: taken.y + pixels.y }
          : await act(to, (other, ms) => placeIn(other, toPosition, ms))
      const press = async () => {
        await mouse.move(taken.x, taken.y)
        await mouse.down()
      }
      await heldStill(locator, { timeout, isDrag: true }, press).catch(async (error) => {
        await mouse.up()
        throw error
      })
      return { start: taken, end: goal }
    })
    const way = through.map(({ x, y }) => ({ x: start.corner.x + x, y: start.corner.y + y }))
    for (const { x, y } of way) await mouse.move(x, y)
    const last = way.at(-1) ?? start
    // Pages take a drag for one only after some way.
    await mouse.move((last.x + end.x) / 2, (last.y + end.y) / 2, { steps: 4 })
    await mouse.move(end.x, end.y, { steps: 4 })
    await mouse.up()
    return {}
  },
})

/** A place in an element, as the pointer counts. */
async function placeIn(
  locator: Locator,
  given: Point | undefined,
  timeout: number,
): Promise<Point & { corner: Point }> {
  // The driver's own word, which is not ours for a sandbox.
  const corner = await locator['boundingBox']({ timeout })
  if (!corner) throw new Error('element is not visible')
  const { x, y } = given ?? { x: corner.width / 2, y: corner.height / 2 }
  return { corner, x: corner.x + x, y: corner.y + y }
}
