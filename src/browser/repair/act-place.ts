import type { RepairKind } from '../../contract/browser.ts'
import type { OpenBrowser } from '../open-browser.ts'
import type { Tab } from '../page/tabs.ts'

export interface Repair {
  attempt: number
  failure: RepairKind
  change: string
  worked: boolean
}

export interface Point {
  x: number
  y: number
}

/** The page that an action works on, and its limits. */
export interface ActPlace {
  browser: Pick<OpenBrowser, 'tabs'>
  tab: Tab
  timeoutMs: number
  signal: AbortSignal
  /** Hears of each repair when its result is known. */
  onRepair(repair: Repair): void
}
