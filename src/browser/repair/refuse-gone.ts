import type { BrowserTarget } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import { inPage } from '../page/in-page.ts'
import { type Located, locate } from '../page/locate.ts'
import { within } from '../page/within.ts'
import type { ActPlace } from './act-place.ts'
import { namesOf, nearTo } from './look-near.ts'

type Place = Pick<ActPlace, 'browser' | 'tab' | 'signal'>

const LOOK_MS = 3000

/**
 * Finds the way to an element. A reference whose page or frame is gone, or is that of another tab, is refused: whatever is like its
 * element now is another one.
 */
export async function locateStill(place: Place, target: BrowserTarget): Promise<Located> {
  const { page, memory } = place.tab
  try {
    const located = locate(page, memory, target)
    const { ref } = located.shape
    if (ref !== undefined) await refuseLeft(place, located, ref)
    return located
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'REFERENCE_GONE') throw error
    const { ref, reason } = error.details as { ref: string; reason: string }
    throw await explained(place, ref, reason)
  }
}

async function refuseLeft({ tab, signal }: Place, { frame }: Located, ref: string): Promise<void> {
  const { known, references } = tab.memory
  const gone = (reason: string) => new EngineError('REFERENCE_GONE', { ref, reason, nearest: '' })
  const look = (of?: string) =>
    within(inPage(frame, 'document', { references, ref: of }), {
      what: 'A look at the page',
      timeoutMs: LOOK_MS,
      signal,
    })
  const was = known.get(ref)
  if (was) {
    if ((await look()).document !== was.document) throw gone('the page that it was on was left, or loaded again')
    return
  }
  // Only so many are remembered here; the page knows all of its own.
  await look(ref.replace(/^f\d+/, '')).catch((error) => {
    const isUnknown = error instanceof EngineError && error.code === 'REFERENCE_GONE'
    throw isUnknown ? gone('no snapshot of this page gave it') : error
  })
}

async function explained(place: Place, ref: string, reason: string): Promise<EngineError> {
  const { browser, tab } = place
  const owner = browser.tabs.tabOf(ref)
  if (owner !== undefined && owner !== tab.id)
    return new EngineError('REFERENCE_GONE', {
      ref,
      reason: `it belongs to ${owner}, and this is ${tab.id}`,
      nearest: '',
    })
  const main = { ...locate(tab.page, tab.memory, 'body'), shape: { ref } }
  return new EngineError('REFERENCE_GONE', { ref, reason, nearest: namesOf(await nearTo(place, main)) })
}
