import { listSettings } from '../config/list-settings.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type {
  Health,
  HostCheck,
  HostQuestion,
  HostReport,
  LogLine,
  LogQuery,
  SettingList,
  Stats,
} from '../contract/api.ts'
import type { Part } from '../contract/part.ts'
import type { Store } from '../store/store.ts'
import { exportLogs } from './export-logs.ts'
import { healthOf } from './health.ts'
import { hostReport } from './host-report.ts'

export interface ReportNeeds {
  version: string
  loaded: LoadedConfig
  store: Pick<Store, 'runs' | 'events'>
  /** All parts of the engine. */
  parts: { health(): Promise<Health['components']>; hostChecks(asked: HostQuestion): Promise<HostCheck[]> }
}

/** Reports of the engine about itself. */
export interface ReportsApi {
  health(): Promise<Health>
  hostReport(asked?: HostQuestion): Promise<HostReport>
  settings(): SettingList
  /** Statistics of one user; of all users for null. */
  stats(userId: string | null): Promise<Stats>
  /** The newest lines that fit, oldest first. */
  logs(query: Omit<LogQuery, 'format'> & { userId: string }): Promise<LogLine[]>
}

export function reportsPart({ version, loaded, store, parts }: ReportNeeds): Part<ReportsApi> {
  return {
    api: {
      health: async () => healthOf(await parts.health(), version),
      hostReport: (asked = {}) => hostReport({ home: loaded.config.home, checks: () => parts.hostChecks(asked) }),
      settings: () => listSettings(loaded),
      stats: store.runs.stats,
      logs: (query) => exportLogs(store.events, query),
    },
  }
}
