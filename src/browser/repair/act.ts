import type { Locator } from 'playwright-core'
import type { BrowserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Located } from '../page/locate.ts'
import { within } from '../page/within.ts'
import type { ActPlace, Point } from './act-place.ts'
import { failureOf, plainReason } from './failure-of.ts'
import { namesOf, nearTo } from './look-near.ts'
import { locateStill } from './refuse-gone.ts'
import { repairsFor } from './repairs-for.ts'

/** Most repairs of one action. */
const MOST_REPAIRS = 3
/** A busy host needs so long for one try, where the caller gives that much. */
const SHORTEST_MS = 1000
const LOOK_MS = 3000

/** `position` is where in the element its pointer goes, where a repair has chosen that. */
type Work<T> = (locator: Locator, timeoutMs: number, position?: Point) => Promise<T>

/**
 * Does something with an element. When the page has changed, rules find the reason and try again in another way, at most three
 * times; in the end the failure says what is there instead.
 */
export async function act<T>(place: ActPlace, target: BrowserTarget, work: Work<T>): Promise<T> {
  const { timeoutMs, signal } = place
  const located = await locateStill(place, target)
  const attempt = (locator: Locator, ms: number, position?: Point): Promise<T> =>
    within(work(locator, ms, position), { what: `The action on ${located.words}`, timeoutMs: ms + LOOK_MS, signal })
  const shortest = Math.min(SHORTEST_MS, timeoutMs)
  let thrown: unknown
  try {
    return await attempt(located.locator, Math.max(shortest, timeoutMs / 2))
  } catch (error) {
    thrown = error
  }
  const retryMs = Math.max(shortest, timeoutMs / 4)
  for (let number = 1; number <= MOST_REPAIRS; number++) {
    refuseHopeless(thrown, signal)
    // The page may have been left during the last try.
    await locateStill(place, target)
    const near = await nearTo(place, located)
    const failure = await failureOf(thrown, located, place)
    const repair = await repairsFor({ place, located, near, failure, number, retryMs })
    if (!repair) break
    const told = { attempt: number, failure: repair.failure, change: repair.change }
    try {
      const answer = await attempt(repair.locator, retryMs, repair.position)
      place.onRepair({ ...told, worked: true })
      return answer
    } catch (error) {
      place.onRepair({ ...told, worked: false })
      thrown = error
    }
  }
  throw await explained(place, located, thrown)
}

/** A selector that nobody can read is a fault of the request. */
export function refuseNoSelector(thrown: unknown): void {
  const message = String(thrown)
  if (!/Unexpected token|is not a valid|Unknown engine|while parsing|Malformed/.test(message)) return
  throw new EngineError('INVALID_REQUEST', { problems: [`body.input.target: ${plainReason(message)}`] })
}

/** Faults of the request, and the end of the page, stay whatever is tried. */
function refuseHopeless(thrown: unknown, signal: AbortSignal): void {
  signal.throwIfAborted()
  if (thrown instanceof EngineError && thrown.code !== 'BROWSER_TIMEOUT') throw thrown
  refuseNoSelector(thrown)
}

async function explained(place: ActPlace, located: Located, thrown: unknown): Promise<EngineError> {
  refuseHopeless(thrown, place.signal)
  const nearest = namesOf(await nearTo(place, located))
  const failure = await failureOf(thrown, located, place)
  const target = located.words
  if (failure.kind === 'absent') return new EngineError('ELEMENT_NOT_FOUND', { target, nearest })
  if (failure.kind === 'ambiguous')
    return new EngineError('ELEMENT_AMBIGUOUS', { target, count: failure.count, nearest: failure.matches.join('; ') })
  return new EngineError('ELEMENT_NOT_READY', { target, reason: failure.reason, nearest })
}
