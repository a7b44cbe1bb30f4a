import { z } from 'zod'
import { browserTarget } from '../../contract/browser.ts'
import { browserAction, common } from './browser-action.ts'

export const scroll = browserAction('browser.scroll', {
  description: 'Scrolls the page, or to an element, or inside of one.',
  input: z.strictObject({
    target: browserTarget.optional().describe('Scrolls to it; with x or y inside of it'),
    x: z.number().min(-1_000_000).max(1_000_000).optional().describe('Pixels to the right'),
    y: z.number().min(-1_000_000).max(1_000_000).optional().describe('Pixels down'),
    to: z.enum(['top', 'bottom']).optional(),
    ...common,
  }),
  output: { x: z.number(), y: z.number().describe('Place of the page now') },
  changes: true,
  async work({ target, x = 0, y = 0, to }, { act, tab }) {
    const by = { x, y: to === 'top' ? -1_000_000 : to === 'bottom' ? 1_000_000 : y }
    const moves = by.x !== 0 || by.y !== 0
    if (target === undefined) await tab.page.evaluate(SCROLL_PAGE, by)
    else
      await act(target, async (locator, timeout) => {
        await locator.scrollIntoViewIfNeeded({ timeout })
        if (moves) await locator.evaluate(SCROLL_INSIDE, by, { timeout })
      })
    return tab.page.evaluate<{ x: number; y: number }>('({ x: scrollX, y: scrollY })')
  },
})

type Scrolls = { scrollBy(by: { left: number; top: number }): void }
const SCROLL_PAGE = ({ x, y }: { x: number; y: number }): void =>
  (globalThis as unknown as Scrolls).scrollBy({ left: x, top: y })
const SCROLL_INSIDE = (element: unknown, { x, y }: { x: number; y: number }): void =>
  (element as Scrolls).scrollBy({ left: x, top: y })
