import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { EngineError } from '../../contract/errors.ts'

/** The requests of a page that are under way. */
export interface Traffic {
  /** For so long nothing was asked for or answered; 0 while an answer is missing. */
  quietMs(): number
}

export function followTraffic(page: Page): Traffic {
  const going = new Set<Request>()
  let last = performance.now()
  const end = (request: Request): void => {
    going.delete(request)
    last = performance.now()
  }
  page.on('request', (request) => {
    // The requests of the page that was there before may end untold.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) going.clear()
    going.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return { quietMs: () => (going.size > 0 ? 0 : performance.now() - last) }
}

const IDLE_MS = 500
const LOOK_MS = 50

/** Waits until a page has asked for nothing for half a second, whenever it began to ask. */
export async function untilIdle(
  { quietMs }: Traffic,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + timeoutMs
  while (quietMs() < IDLE_MS) {
    if (performance.now() > until)
      throw new EngineError('BROWSER_TIMEOUT', { what: 'An idle page', timeoutMs, nearest: '' })
    await sleep(LOOK_MS, undefined, { signal })
  }
}
