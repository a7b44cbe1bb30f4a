import type { Browser } from 'playwright-core'
import type { BrowserIsolation } from '../../contract/browser.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import type { NetworkPolicy } from '../../sandbox/network.ts'
import type { ProcessEnd } from '../../sandbox/process.ts'
import { type Sandbox, type SandboxProvider, WORKSPACE } from '../../sandbox/sandbox.ts'
import { chromiumFlags, DOWNLOADS } from './chromium-flags.ts'
import { loadPlaywright } from './load-playwright.ts'
import { pipeTransport } from './pipe-transport.ts'

/** A browser in a sandbox of its own that nobody has used yet. */
export interface StartedBrowser {
  browser: Browser
  version: string
  isolation: BrowserIsolation
  sandbox: Sandbox
  setNetwork(policy: NetworkPolicy): Promise<void>
  /** Ends every process of it. */
  destroy(): Promise<void>
  /** The reason, when it ended by itself or was ended. */
  ended: Promise<string>
}

export interface StartParts {
  provider: SandboxProvider
  program: string
  limits: Limits
  isolation: BrowserIsolation
  signal: AbortSignal
}

const START_MS = 30_000
/** The agent has the pipes as input and output; Chromium wants them as the descriptors 3 and 4. */
const AS_DESCRIPTORS = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
/** Address space that V8 reserves for each process, and never uses. */
const RESERVED_MB = 4096

/** Makes a sandbox with no network, and Chromium in it. A failure leaves nothing behind. */
export async function startChromium(parts: StartParts): Promise<StartedBrowser> {
  const { provider, program, limits, isolation, signal } = parts
  const nested = isolation === 'nested'
  const playwright = await loadPlaywright()
  const control = await provider.create({ limits, ...(nested && { nested }) }, signal)
  try {
    const { sandbox } = control
    await sandbox.files.makeDirectory(DOWNLOADS)
    const command = ['/bin/sh', '-c', AS_DESCRIPTORS, 'sh', program, ...chromiumFlags({ nested })]
    const process = await sandbox.start([...command, '--remote-debugging-pipe', '--no-startup-window'], {
      stdin: true,
      reservedMb: RESERVED_MB,
      env: { TMPDIR: WORKSPACE, XDG_CACHE_HOME: `${WORKSPACE}/.cache` },
    })
    const transport = pipeTransport(process)
    const ended = Promise.race([process.exited.then(reasonOf), control.ended.then(() => 'its sandbox is gone')])
    const connected = playwright.connectOverCDP(transport, { timeout: START_MS, artifactsDir: DOWNLOADS })
    connected.catch(() => {})
    const browser = await Promise.race([connected, ended.then((why) => cannotStart(why, transport.complaint()))])
    const destroy = async () => {
      await control.destroy()
      // Playwright removes its own leftovers when it learns of the end.
      await browser.close().catch(() => {})
    }
    return { browser, version: browser.version(), isolation, sandbox, setNetwork: control.setNetwork, destroy, ended }
  } catch (error) {
    await control.destroy()
    throw error
  }
}

const reasonOf = ({ exitCode, signal, limit }: ProcessEnd): string =>
  limit ? `it hit its limit of ${limit}` : signal ? `it was ended by ${signal}` : `it exited with code ${exitCode}`

function cannotStart(why: string, complaint: string): never {
  const [line = ''] = complaint.split('\n').filter((each) => /error|fatal|sandbox/i.test(each) && !/dbus/i.test(each))
  throw new EngineError('BROWSER_UNAVAILABLE', {
    reason: `Chromium did not start: ${why}${line && `; it said: ${line.slice(0, 300)}`}`,
    remedy: 'Run "anneal doctor"; give it more room with ANNEAL_BROWSER_MEMORY_MB and ANNEAL_BROWSER_PROCESSES.',
  })
}
