import type { JSHandle, Locator } from 'playwright-core'

/** Said by a failure; the repairs read it. */
export const MOVED_AWAY = 'element moved away under the pointer'
/** Said by a failure that must not be repaired: the element of the new page is another one. */
export const PAGE_LEFT = 'the page was left while it was pressed'

interface Holding {
  /** For the watch and the click together. */
  timeout: number
  isDrag?: boolean
  /** Number of times that the button comes up: two for a double click. */
  presses?: number
}

/**
 * Does a click, and makes sure that the button went down and came up on the element: the driver looks when the pointer comes, and pages
 * shift what they show when it comes or another field loses the focus. The browser then gives the click to somebody else. The button of
 * a drag comes up elsewhere. A driver that gives up while the page is busy with its click has clicked all the same: that is no failure,
 * since another try would click twice.
 */
export async function heldStill(
  locator: Locator,
  { timeout, isDrag = false, presses = 1 }: Holding,
  click: (timeout: number) => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + timeout
  const watch = await locator.evaluateHandle(WATCH, isDrag, { timeout })
  try {
    const failure = await click(Math.max(1, until - performance.now())).then(
      () => undefined,
      (error) => error,
    )
    const seen = await seenBy(watch)
    if (seen?.isMissed) throw new Error(MOVED_AWAY)
    if (failure !== undefined && !seen) throw new Error(PAGE_LEFT)
    if (failure !== undefined && seen && seen.ups < presses) throw failure
  } finally {
    await watch.dispose().catch(() => {})
  }
}

/** A page that the click has left tells nothing more. */
const seenBy = (watch: JSHandle<Watch>): Promise<Seen | undefined> =>
  watch.evaluate((watching) => watching.end()).catch(() => undefined)

interface Seen {
  isMissed: boolean
  /** Number of times that the button came up. */
  ups: number
}
interface Watch {
  end(): Seen
}
interface Rectangle {
  left: number
  right: number
  top: number
  bottom: number
}
interface Press {
  clientX: number
  clientY: number
  composedPath(): unknown[]
}
type Listen = (type: string, listener: (press: Press) => void, capture: boolean) => void
interface Watched {
  isConnected: boolean
  /** Those of a field: a click on one is a click on the field. */
  labels?: Iterable<unknown> | null
  closest(css: string): unknown
  getClientRects(): Iterable<Rectangle>
  ownerDocument: { defaultView: { addEventListener: Listen; removeEventListener: Listen } }
}

/**
 * Runs in the page. The button must go down on the element. It must come up there too, unless the press itself removed or covered the
 * element, as menus do: then it has had its click.
 */
const WATCH = (given: unknown, isDrag: boolean): Watch => {
  const element = given as Watched
  const view = element.ownerDocument.defaultView
  const own = new Set([element, ...(element.labels ?? []), element.closest('a, button, [role=button], [role=link]')])
  let isMissed = false
  let ups = 0
  const hits = (press: Press): boolean => !element.isConnected || press.composedPath().some((each) => own.has(each))
  const down = (press: Press): void => {
    isMissed ||= !hits(press)
  }
  const up = (press: Press): void => {
    const { clientX: x, clientY: y } = press
    const isThere = [...element.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    )
    isMissed ||= !hits(press) && !isThere
    ups++
  }
  view.addEventListener('pointerdown', down, true)
  if (!isDrag) view.addEventListener('mouseup', up, true)
  return {
    end() {
      view.removeEventListener('pointerdown', down, true)
      view.removeEventListener('mouseup', up, true)
      return { isMissed, ups }
    },
  }
}
