import type { Config } from '../config/settings.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import { sandboxChecks } from '../sandbox/checks.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import { createSlots, type Slots } from '../sandbox/slots.ts'
import { type LanguageRow, languageCheck } from './language-check.ts'
import { type Walls, type WatchParts, watchSandbox } from './sandbox-watch.ts'

export interface SandboxNeeds
  extends Pick<Ground, 'clock' | 'onTrouble'>,
    Pick<WatchParts, 'sandbox' | 'selfTest' | 'warm'> {
  config: Pick<Config, 'concurrentRuns' | 'queuedRuns' | 'concurrentRunsPerUser' | 'queuedRunsPerUser'>
  languages: readonly LanguageRow[]
}

export interface SandboxApi {
  sandbox: SandboxProvider
  walls: Walls
  slots: Slots
}

/** Opens sandboxes whose walls are watched, and the slots that programs take turns for. */
export async function sandboxPart(needs: SandboxNeeds): Promise<Part<SandboxApi>> {
  const { config, sandbox, selfTest } = needs
  // Leftovers of dead servers must not keep this server from starting; the probe reports when no sandbox can be made.
  await sandbox.sweep().catch(needs.onTrouble)
  if (selfTest) sandbox.warmUp?.()
  const walls = watchSandbox({ ...needs, checks: sandboxChecks })
  const slots = createSlots({
    server: { places: config.concurrentRuns, queue: config.queuedRuns },
    user: { places: config.concurrentRunsPerUser, queue: config.queuedRunsPerUser },
    clock: () => performance.now(),
  })
  return {
    api: { sandbox, walls, slots },
    async health() {
      const { ok } = await walls.probe()
      return {
        sandbox: ok
          ? { status: 'ok', detail: 'every wall stands' }
          : { status: 'down', detail: 'no code is run; see "anneal doctor"' },
        queue: { status: 'ok', detail: `${slots.busy} running, ${slots.waiting} waiting` },
      }
    },
    async hostChecks() {
      const { signal } = new AbortController()
      const [probe, system] = [await sandbox.probe(signal), await sandbox.probeSystem?.(signal)]
      return [
        { name: `sandbox (${sandbox.name})`, ...probe },
        ...(system ? [{ name: 'sandboxes of E2B', ...system }] : []),
        ...(await Promise.all(needs.languages.map(languageCheck))),
      ]
    },
    close: async () => sandbox.close?.(),
  }
}
