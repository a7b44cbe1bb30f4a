import type { HostCheck } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import type { ChromiumStarter } from './chromium/chromium-starter.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { loadPlaywright } from './chromium/load-playwright.ts'

const PROOF_MS = 60_000

/** The row of `anneal doctor`: a real browser is started in a sandbox, and says which walls hold inside. */
export async function browserCheck(path: string, starter: Pick<ChromiumStarter, 'prove'>): Promise<HostCheck> {
  const name = 'browser'
  try {
    await findChromium(path)
    await loadPlaywright()
  } catch (error) {
    return { name, ok: true, kind: 'absent', ...lackOf(error) }
  }
  try {
    const { version, isolation } = await starter.prove(AbortSignal.timeout(PROOF_MS))
    if (isolation === 'nested')
      return { name, ok: true, detail: `Chromium ${version}, with its own sandbox inside of ours` }
    const remedy = 'Let unprivileged users make user namespaces, and use the sandboxes "jail".'
    const detail = `Chromium ${version}, inside of our sandbox alone: pages of one user are not kept apart by the kernel`
    return { name, ok: true, kind: 'weaker', detail, remedy }
  } catch (error) {
    return { name, ok: true, kind: 'absent', ...lackOf(error) }
  }
}

function lackOf(error: unknown): Pick<HostCheck, 'detail' | 'remedy'> {
  if (!(error instanceof EngineError)) return { detail: `none: ${String(error)}` }
  return { detail: error.message, remedy: error.hint }
}
