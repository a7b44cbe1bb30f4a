import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

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
    const cornerOf = (target: typeof from, given: z.infer<typeof point> | undefined, scrolls: boolean) =>
      act(target, async (locator, timeout) => {
        if (scrolls) await locator.scrollIntoViewIfNeeded({ timeout })
        // The driver's own word, which is not ours for a sandbox.
        const place = await locator['boundingBox']({ timeout })
        if (!place) throw new Error('element is not visible')
        const { x, y } = given ?? { x: place.width / 2, y: place.height / 2 }
        return { corner: place, x: place.x + x, y: place.y + y }
      })
    // Both are brought into view before either is measured: the second scroll moves the first one.
    if (to !== undefined) await cornerOf(to, toPosition, true)
    const start = await cornerOf(from, fromPosition, true)
    const end =
      to === undefined ? { x: start.x + pixels.x, y: start.y + pixels.y } : await cornerOf(to, toPosition, false)
    const { mouse } = tab.page
    await mouse.move(start.x, start.y)
    await mouse.down()
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
