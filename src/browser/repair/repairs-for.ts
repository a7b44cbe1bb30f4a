import type { ElementHandle, Locator } from 'playwright-core'
import type { RepairKind } from '../../contract/browser.ts'
import { inPage, refOf } from '../page/in-page.ts'
import { type Located, locate } from '../page/locate.ts'
import type { ActPlace, Point } from './act-place.ts'
import type { Failure } from './failure-of.ts'
import { describe, type Near, surest } from './nearest.ts'

export interface RepairParts {
  place: ActPlace
  located: Located
  near: Near[]
  failure: Failure
  /** 1, 2 or 3. */
  number: number
  retryMs: number
}

export interface ChosenRepair {
  failure: RepairKind
  change: string
  locator: Locator
  /** Where in the element, for actions of the pointer. */
  position?: Point
}

/** The next thing to try, by rule; undefined where none is left. Its preparation has been done when it is given. */
export async function repairsFor(parts: RepairParts): Promise<ChosenRepair | undefined> {
  const { failure } = parts
  if (failure.kind === 'absent') return forAbsent(parts)
  if (failure.kind === 'ambiguous') return onlyVisible(parts)
  if (failure.kind === 'covered') return forCovered(parts)
  if (failure.kind === 'hidden' || failure.kind === 'disabled' || failure.kind === 'late') return forLate(parts)
  return undefined
}

/** Another name for the same thing first; then more time, at the end of the page, where some pages load more. */
async function forAbsent(parts: RepairParts): Promise<ChosenRepair | undefined> {
  const { place, located, near, number, retryMs } = parts
  const { page, memory } = place.tab
  const other = surest(near)
  if (other && number === 1) {
    const { ref } = located.shape
    const was = ref === undefined ? undefined : memory.known.get(ref)
    // On another page, or in another frame, an element like that of the reference is another one.
    if (was && memory.known.get(other.ref)?.document !== was.document) return undefined
    const isSame = was?.role === other.role && was.name === other.name
    const failure = isSame ? 'gone' : 'renamed'
    const change = `used ${describe(other)} instead of ${located.words}`
    return { failure, change, locator: locate(page, memory, other.ref).locator }
  }
  if (located.shape.ref !== undefined || number > 2) return undefined
  if (number === 2) await page.mouse.wheel(0, 10_000).catch(() => {})
  const isThere = await located.locator
    .first()
    .waitFor({ state: 'attached', timeout: retryMs })
    .then(
      () => true,
      () => false,
    )
  // An element that did not come is not tried.
  if (!isThere) return number === 1 ? forAbsent({ ...parts, number: 2 }) : undefined
  const change = number === 2 ? 'scrolled down and waited for it' : 'waited for it'
  return { failure: 'not-yet', change, locator: located.locator }
}

async function onlyVisible({ located, number }: RepairParts): Promise<ChosenRepair | undefined> {
  const visible = located.locator.filter({ visible: true })
  if (number > 1 || (await visible.count()) !== 1) return undefined
  return { failure: 'renamed', change: 'used the only one of them that is visible', locator: visible }
}

interface Cover {
  layer: string
  closer: string | null
  free: Point | null
}

/** Uses the part of the element that shows; closes what lies over it by its own button, by Escape, or leaves it behind by scrolling. */
async function forCovered({ place, located, number, retryMs }: RepairParts): Promise<ChosenRepair | undefined> {
  const { page, memory } = place.tab
  const { references } = memory
  const { locator } = located
  const element = (await locator.elementHandle({ timeout: retryMs }).catch(() => undefined)) as
    | ElementHandle
    | undefined
  const frame = (await element?.ownerFrame().catch(() => null)) ?? located.frame
  await inPage(frame, 'document', { references })
  const own = element && (await refOf(element, references).catch(() => undefined))
  const cover = own ? (await inPage<Cover | null>(frame, 'cover', { references, ref: own })).result : null
  if (!cover && number > 1) return { failure: 'covered', change: 'tried again: nothing lies over it now', locator }
  if (number === 1 && cover?.free)
    return { failure: 'covered', change: 'used the part of it that shows', locator, position: cover.free }
  if (number <= 2 && cover?.closer) {
    await frame
      .locator(`anneal-ref=${cover.closer}`)
      .click({ timeout: 1000 })
      .catch(() => {})
    return { failure: 'covered', change: `closed ${cover.layer}`, locator }
  }
  if (number <= 2) {
    await page.keyboard.press('Escape')
    return { failure: 'covered', change: 'pressed Escape', locator }
  }
  await locator.evaluate(TO_MIDDLE).catch(() => {})
  return { failure: 'covered', change: 'scrolled it to the middle', locator }
}

async function forLate({ located, failure, number, retryMs }: RepairParts): Promise<ChosenRepair | undefined> {
  if (number > 2) return undefined
  const { locator } = located
  const isHidden = failure.kind === 'hidden'
  if (number === 1 && isHidden) await locator.scrollIntoViewIfNeeded({ timeout: retryMs }).catch(() => {})
  else await locator.waitFor({ state: 'visible', timeout: retryMs }).catch(() => {})
  const goal = { hidden: 'visible', disabled: 'enabled' }[failure.kind as 'hidden'] ?? 'at rest'
  const change = number === 1 && isHidden ? 'scrolled to it' : `waited until it is ${goal}`
  return { failure: 'not-yet', change, locator }
}

const TO_MIDDLE = (element: { scrollIntoView(options: object): void }): void =>
  element.scrollIntoView({ block: 'center' })
