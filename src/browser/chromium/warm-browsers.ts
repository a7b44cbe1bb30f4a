import type { Ground } from '../../contract/ground.ts'
import type { ChromiumStarter } from './chromium-starter.ts'
import type { StartedBrowser } from './start-chromium.ts'

export interface WarmNeeds extends Pick<Ground, 'onTrouble'> {
  starter: ChromiumStarter
  /** Browsers that wait. */
  count: number
  /** After this long without a taker none waits any more. */
  idleMs: number
}

export interface WarmBrowsers {
  take(signal: AbortSignal): Promise<{ started: StartedBrowser; startedFrom: 'warm' | 'cold' }>
  close(): Promise<void>
}

/**
 * Browsers that wait for a session: each has had no user, and knows no page. The first is made when one was used, so that a server
 * without browsers pays nothing.
 */
export function createWarmBrowsers({ starter, count, idleMs, onTrouble }: WarmNeeds): WarmBrowsers {
  const waiting = new Set<StartedBrowser>()
  const making = new Set<Promise<void>>()
  const closing = new AbortController()
  let rest: NodeJS.Timeout | undefined

  const make = async (): Promise<void> => {
    const started = await starter.start(closing.signal)
    if (closing.signal.aborted) return started.destroy()
    waiting.add(started)
    void started.ended.then(() => waiting.delete(started))
  }
  const fill = (): void => {
    clearTimeout(rest)
    rest = setTimeout(() => void endAll().catch(onTrouble), idleMs)
    rest.unref()
    for (let missing = count - waiting.size - making.size; missing > 0; missing--) {
      const made: Promise<void> = make()
        .catch((error) => closing.signal.aborted || onTrouble(error))
        .then(() => void making.delete(made))
      making.add(made)
    }
  }
  const endAll = async (): Promise<void> => {
    const all = [...waiting]
    waiting.clear()
    await Promise.all(all.map((started) => started.destroy()))
  }

  return {
    async take(signal) {
      const [ready] = waiting
      if (ready) waiting.delete(ready)
      const started = ready ?? (await starter.start(AbortSignal.any([signal, closing.signal])))
      if (count > 0 && !closing.signal.aborted) fill()
      return { started, startedFrom: ready ? 'warm' : 'cold' }
    },
    async close() {
      clearTimeout(rest)
      closing.abort()
      await Promise.all(making)
      await endAll()
    },
  }
}
