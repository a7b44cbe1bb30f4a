import type { Config } from '../config/settings.ts'
import type { Language } from '../language/language.ts'
import type { LanguageModel } from '../model/model.ts'
import { healthOf } from '../observe/health.ts'
import { hostReport } from '../observe/host-report.ts'
import type { watchSandbox } from '../observe/sandbox-watch.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import type { Slots } from '../sandbox/slots.ts'
import type { Store } from '../store/store.ts'

export interface ReportParts {
  version: string
  config: Config
  sandbox: SandboxProvider
  store: Store
  slots: Slots
  walls: ReturnType<typeof watchSandbox>
  languages: readonly Language[]
  model: LanguageModel | undefined
}

/** How the engine is, and what it found on its host. */
export function createReports({ version, config, sandbox, store, slots, walls, languages, model }: ReportParts) {
  return {
    health: () =>
      healthOf({ version, uptimeS: process.uptime(), pingStore: store.ping, probeSandbox: walls.probe, slots }),
    hostReport: () =>
      hostReport({
        home: config.home,
        sandboxName: sandbox.name,
        languages,
        probeSandbox: () => sandbox.probe(new AbortController().signal),
        pingStore: store.ping,
        storeKind: store.kind,
        model,
      }),
  }
}
