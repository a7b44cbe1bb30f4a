import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

const by = z.strictObject({ x: z.number(), y: z.number() })

export const drag = browserAction('browser.drag', {
  description: 'Drags an element to another one, or by so many pixels.',
  input: z
    .strictObject({
      from: browserTarget,
      fromPosition: by.optional().describe('Where it is taken, from its upper left corner; its middle unless told'),
      to: browserTarget.optional(),
      toPosition: by.optional().describe('Where in the other element; its middle unless told'),
      by: by.optional().describe('Pixels, instead of another element'),
      ...common,
    })
    .refine(({ to, by: pixels }) => (to === undefined) !== (pixels === undefined), { message: 'needs "to" or "by"' }),
  output: {},
  changes: true,
  async work({ from, fromPosition, to, toPosition, by: pixels }, { act, tab }) {
    const pointOf = (target: typeof from, position: z.infer<typeof by> | undefined) =>
      act(target, async (locator, timeout) => {
        await locator.scrollIntoViewIfNeeded({ timeout })
        // The driver's own word, which is not ours for a sandbox.
        const place = await locator['boundingBox']({ timeout })
        if (!place) throw new Error('element is not visible')
        const { x, y } = position ?? { x: place.width / 2, y: place.height / 2 }
        return { x: place.x + x, y: place.y + y }
      })
    const start = await pointOf(from, fromPosition)
    const end =
      to === undefined
        ? { x: start.x + (pixels?.x ?? 0), y: start.y + (pixels?.y ?? 0) }
        : await pointOf(to, toPosition)
    const { mouse } = tab.page
    await mouse.move(start.x, start.y)
    await mouse.down()
    // Pages take a drag for one only after some way.
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
    await mouse.move(end.x, end.y, { steps: 4 })
    await mouse.up()
    return {}
  },
})
