import type { Config } from '../../config/settings.ts'
import type { BrowserIsolation } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import type { SandboxProvider } from '../../sandbox/sandbox.ts'
import { findChromium } from './find-chromium.ts'
import { type StartedBrowser, startChromium } from './start-chromium.ts'

export interface StarterNeeds {
  config: Pick<Config, 'browserPath' | 'browserMemoryMb' | 'browserProcesses' | 'browserDiskMb'>
  sandbox: SandboxProvider
  assertWalls(): Promise<void>
}

export interface ChromiumStarter {
  start(signal: AbortSignal): Promise<StartedBrowser>
  /** Starts one, looks at a page, and ends it. */
  prove(signal: AbortSignal): Promise<BrowserProof>
  /** The version and the walls of the browser that started last; undefined where none has started. */
  known(): BrowserProof | undefined
}

export type BrowserProof = Pick<StartedBrowser, 'version' | 'isolation'>

/** Starts browsers with Chromium's own sandbox inside of ours as long as that works here, and without it otherwise. */
export function createChromiumStarter({ config, sandbox, assertWalls }: StarterNeeds): ChromiumStarter {
  const limits: Limits = {
    timeoutMs: Number.MAX_SAFE_INTEGER,
    memoryMb: config.browserMemoryMb,
    cpuPercent: 100 * CORES,
    processes: config.browserProcesses,
    openFiles: 4096,
    outputBytes: Number.MAX_SAFE_INTEGER,
    diskMb: config.browserDiskMb,
  }
  let isNestingProven = false
  let isolation: BrowserIsolation = sandbox.capabilities.has('nested') ? 'nested' : 'wall'

  let known: BrowserProof | undefined

  async function start(signal: AbortSignal): Promise<StartedBrowser> {
    const started = await startHere(signal)
    known = { version: started.version, isolation: started.isolation }
    return started
  }

  async function startHere(signal: AbortSignal): Promise<StartedBrowser> {
    if (!sandbox.hasHostPrograms || !sandbox.capabilities.has('egress'))
      throw new EngineError('BROWSER_UNAVAILABLE', {
        reason: `sandboxes of "${sandbox.name}" have no programs of this host`,
        remedy: 'Use the sandboxes "jail" (ANNEAL_SANDBOX).',
      })
    const program = await findChromium(config.browserPath)
    await assertWalls()
    const parts = { provider: sandbox, program, limits, signal }
    if (isolation === 'wall') return startChromium({ ...parts, isolation })
    try {
      const started = await startChromium({ ...parts, isolation })
      if (!isNestingProven) await proveNesting(started)
      isNestingProven = true
      return started
    } catch (error) {
      signal.throwIfAborted()
      const plain = await startChromium({ ...parts, isolation: 'wall' })
      // Only a host where it works without is one that cannot nest: any other failure may pass.
      if (error instanceof EngineError && error.code === 'BROWSER_UNAVAILABLE') isolation = 'wall'
      return plain
    }
  }

  return {
    start,
    known: () => known,
    async prove(signal) {
      const started = await start(signal)
      await started.destroy()
      return { version: started.version, isolation: started.isolation }
    },
  }
}

const CORES = 4

/** Pages are only known to be walled in when the process of one lives: a host may let the browser start and its pages not. */
async function proveNesting(started: StartedBrowser): Promise<void> {
  try {
    const context = await started.browser.newContext()
    const page = await context.newPage()
    await page.evaluate('1')
    await context.close()
  } catch (error) {
    await started.destroy()
    throw new EngineError('BROWSER_UNAVAILABLE', { reason: String(error), remedy: 'Run "anneal doctor".' })
  }
}
