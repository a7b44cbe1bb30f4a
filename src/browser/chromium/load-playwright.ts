import type { BrowserType } from 'playwright-core'
import { EngineError } from '../../contract/errors.ts'
import { REF_ENGINE, refEngine } from '../page/in-page.ts'

let registered: Promise<void> | undefined

/** The driver is loaded for the first browser: most servers never have one. */
export async function loadPlaywright(): Promise<BrowserType> {
  try {
    const { chromium, selectors } = await import('playwright-core')
    registered ??= selectors.register(REF_ENGINE, refEngine)
    await registered
    return chromium
  } catch (error) {
    const reason = `playwright-core cannot be loaded (${(error as NodeJS.ErrnoException).code ?? String(error)})`
    throw new EngineError('BROWSER_UNAVAILABLE', { reason, remedy: 'Install it: npm install playwright-core@1.65.0' })
  }
}
