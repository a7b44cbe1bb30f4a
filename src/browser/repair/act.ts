import type { Locator } from 'playwright-core'
import type { BrowserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { inPage } from '../page/in-page.ts'
import { type Located, locate } from '../page/locate.ts'
import { within } from '../page/within.ts'
import { prefixOf } from '../snapshot/take-tree.ts'
import type { ActPlace, Point } from './act-place.ts'
import { failureOf } from './failure-of.ts'
import { type Candidate, describe, type Near, nearestOf } from './nearest.ts'
import { repairsFor } from './repairs-for.ts'

/** Most repairs of one action. */
const MOST_REPAIRS = 3
const SHORTEST_MS = 1000
const LOOK_MS = 3000
const MOST_CANDIDATES = 400
const MOST_NEAREST = 5

/** `position` is where in the element its pointer goes, where a repair has chosen that. */
type Work<T> = (locator: Locator, timeoutMs: number, position?: Point) => Promise<T>

/**
 * Does something with an element. When the page has changed, rules find the reason and try again in another way, at most three
 * times; in the end the failure says what is there instead.
 */
export async function act<T>(place: ActPlace, target: BrowserTarget, work: Work<T>): Promise<T> {
  const { tab, memory, timeoutMs, signal } = place
  const located = locate(tab.page, memory, target)
  const attempt = (locator: Locator, ms: number, position?: Point): Promise<T> =>
    within(work(locator, ms, position), { what: `The action on ${located.words}`, timeoutMs: ms + LOOK_MS, signal })
  let thrown: unknown
  try {
    return await attempt(located.locator, Math.max(SHORTEST_MS, timeoutMs / 2))
  } catch (error) {
    thrown = error
  }
  const retryMs = Math.max(SHORTEST_MS, timeoutMs / 4)
  for (let number = 1; number <= MOST_REPAIRS; number++) {
    refuseHopeless(thrown, signal)
    const near = await nearTo(place, located)
    const failure = await failureOf(thrown, located)
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

/** Faults of the request, and the end of the page, stay whatever is tried. */
function refuseHopeless(thrown: unknown, signal: AbortSignal): void {
  signal.throwIfAborted()
  if (thrown instanceof EngineError && thrown.code !== 'BROWSER_TIMEOUT') throw thrown
  const message = String(thrown)
  const syntax = /Unexpected token|is not a valid selector|Unknown engine|while parsing|Malformed/.exec(message)
  if (syntax) {
    const problems = [`body.input.target: ${message.split('\n')[0]?.slice(0, 300)}`]
    throw new EngineError('INVALID_REQUEST', { problems })
  }
}

/** Elements of the same frame, the nearest first. */
async function nearTo(place: ActPlace, located: Located): Promise<Near[]> {
  const { memory, tab, signal } = place
  const given = { most: MOST_CANDIDATES, from: memory.nextRef }
  const waiting = { what: 'A look at the page', timeoutMs: LOOK_MS, signal }
  const found = await within(inPage<Candidate[]>(located.frame, 'candidates', given), waiting).catch(() => undefined)
  if (!found) return []
  memory.nextRef = Math.max(memory.nextRef, found.next)
  const prefix = prefixOf(memory, tab.page, located.frame)
  const all = found.result.map((candidate) => ({ ...candidate, ref: `${prefix}${candidate.ref}` }))
  const { ref } = located.shape
  return nearestOf(located, ref === undefined ? undefined : memory.known.get(ref), all)
}

async function explained(place: ActPlace, located: Located, thrown: unknown): Promise<EngineError> {
  refuseHopeless(thrown, place.signal)
  const near = await nearTo(place, located)
  const nearest = near
    .slice(0, MOST_NEAREST)
    .map(({ candidate }) => describe(candidate))
    .join('; ')
  const failure = await failureOf(thrown, located)
  const target = located.words
  if (failure.kind === 'absent') return new EngineError('ELEMENT_NOT_FOUND', { target, nearest })
  if (failure.kind === 'ambiguous')
    return new EngineError('ELEMENT_AMBIGUOUS', { target, count: failure.count, nearest: failure.matches.join('; ') })
  return new EngineError('ELEMENT_NOT_READY', { target, reason: failure.reason, nearest })
}
