import type { BrowserContext } from 'playwright-core'
import type { BrowserIsolation, BrowserTab } from '../contract/browser.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { StartedBrowser } from './chromium/start-chromium.ts'
import { type Downloaded, type Downloads, followDownloads } from './page/downloads.ts'
import { createRequestAudit, type RequestAudit } from './page/request-audit.ts'
import { createTabs, type Tabs } from './page/tabs.ts'
import type { References } from './snapshot/page-memory.ts'

/** Cookies and storage, as Playwright gives and takes them. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A browser that one session of one user works with. */
export interface OpenBrowser {
  readonly context: BrowserContext
  readonly tabs: Tabs
  readonly downloads: Downloads
  readonly audit: RequestAudit
  readonly version: string
  readonly isolation: BrowserIsolation
  readonly openedAt: number
  readonly references: References
  setNetwork(policy: NetworkPolicy): Promise<void>
  /** One action after the other; rejects with BROWSER_CRASHED when the browser ends during the work. */
  during<T>(work: () => Promise<T>): Promise<T>
  destroy(): Promise<void>
  /** The reason of its end. */
  readonly ended: Promise<string>
}

/** Everything that a browser leaves to the next one of its session. */
export interface LeftBehind {
  storage?: StorageState | undefined
  tabs: BrowserTab[]
  /** The first number of a reference that was never given. */
  nextRef: number
}

export interface OpenNeeds extends Pick<Ground, 'clock' | 'onTrouble'> {
  started: StartedBrowser
  network: NetworkPolicy
  left: LeftBehind
  keep?: ((name: string, content: AsyncIterable<Uint8Array>) => Promise<string>) | undefined
  onDownload(download: Downloaded): void
  /** Requests wait to be told. */
  onRequests(): void
}

const VIEWPORT = { width: 1280, height: 720 }

/** Gives a started browser its network, its cookies and its first page. A failure ends it. */
export async function openBrowser(needs: OpenNeeds): Promise<OpenBrowser> {
  const { started, network, left, clock, keep, onDownload, onRequests, onTrouble } = needs
  const audit = createRequestAudit(clock, onRequests)
  try {
    const withAudit = (policy: NetworkPolicy): NetworkPolicy => ({ ...policy, onRequest: audit.judged })
    await started.setNetwork(withAudit(network))
    const context = await started.browser.newContext({
      viewport: VIEWPORT,
      // A worker would go on asking for addresses when its page is gone.
      serviceWorkers: 'block',
      ...(left.storage && { storageState: left.storage }),
    })
    audit.follow(context)
    const references = { next: left.nextRef }
    const tabs = createTabs({ context, references, restored: left.tabs })
    const { browser, sandbox } = started
    const downloads = await followDownloads({ browser, context, sandbox, keep, onEnd: onDownload, onTrouble })
    const crashed = started.ended.then((reason) => {
      throw new EngineError('BROWSER_CRASHED', { reason })
    })
    crashed.catch(() => {})
    let last: Promise<unknown> = Promise.resolve()
    return {
      ...{ context, tabs, references, downloads, audit, version: started.version, isolation: started.isolation },
      openedAt: clock(),
      setNetwork: (policy) => started.setNetwork(withAudit(policy)),
      during(work) {
        const next = last.then(() => Promise.race([work(), crashed]))
        last = next.catch(() => {})
        return next
      },
      destroy: started.destroy,
      ended: started.ended,
    }
  } catch (error) {
    await started.destroy()
    throw error
  }
}
