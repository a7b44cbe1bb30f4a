import type { HostCheck } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import type { BrowserProof, ChromiumStarter } from './chromium/chromium-starter.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { loadPlaywright } from './chromium/load-playwright.ts'

const PROOF_MS = 60_000

const NAME = 'browser'

/**
 * The row of `anneal doctor`. A real browser in a sandbox says which walls hold inside of it, and takes seconds: without `prove`, the row
 * says what the last browser of this process said, or that none has started.
 */
export async function browserCheck(
  path: string,
  starter: Pick<ChromiumStarter, 'prove' | 'known'>,
  prove = false,
): Promise<HostCheck> {
  try {
    const program = await findChromium(path)
    await loadPlaywright()
    const known = prove ? await starter.prove(AbortSignal.timeout(PROOF_MS)) : starter.known()
    return known ? rowOf(known) : { name: NAME, ok: true, detail: `${program}, not started yet` }
  } catch (error) {
    return { name: NAME, ok: true, kind: 'absent', ...lackOf(error) }
  }
}

function rowOf({ version, isolation }: BrowserProof): HostCheck {
  if (isolation === 'nested')
    return { name: NAME, ok: true, detail: `Chromium ${version}, with its own sandbox inside of ours` }
  const remedy = 'Let unprivileged users make user namespaces, and use the sandboxes "jail".'
  const detail = `Chromium ${version}, inside of our sandbox alone: pages of one user are not kept apart by the kernel`
  return { name: NAME, ok: true, kind: 'weaker', detail, remedy }
}

function lackOf(error: unknown): Pick<HostCheck, 'detail' | 'remedy'> {
  if (!(error instanceof EngineError)) return { detail: `none: ${String(error)}` }
  return { detail: error.message, remedy: error.hint }
}
