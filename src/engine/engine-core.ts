import type { Logger } from 'pino'
import type { AccessApi } from '../access/access-part.ts'
import type { KeptAnswers } from '../access/kept-answers.ts'
import type { PackagesApi } from '../adapter/packages-part.ts'
import type { ApprovalsApi } from '../approval/approvals-api.ts'
import type { Config } from '../config/settings.ts'
import type { EngineError } from '../contract/errors.ts'
import type { MachinesApi } from '../machine/machines-part.ts'
import type { PatternsApi } from '../memory/pattern/patterns-api.ts'
import type { PlaybooksApi } from '../memory/playbook/playbook-part.ts'
import type { ResultCache } from '../memory/result/create-result-cache.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { ReportsApi } from '../observe/reports-part.ts'
import type { SandboxApi } from '../observe/sandbox-part.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import type { QualityApi } from '../pipeline/quality-part.ts'
import type { RepairApi } from '../pipeline/repair-part.ts'
import type { TestsApi } from '../pipeline/tests-part.ts'
import type { RunsApi } from '../run/runs-part.ts'
import type { WebhooksApi } from '../run/webhook/webhooks-part.ts'
import type { LiveSandboxesApi } from '../session/live-sandboxes-part.ts'
import type { SessionsApi } from '../session/sessions-api.ts'
import type { StatesApi } from '../session/states-part.ts'

/** The engine before its capabilities are opened: they build on it. */
export interface EngineCore
  extends RunsApi,
    MachinesApi,
    RepairApi,
    ReportsApi,
    Pick<AccessApi, 'keys' | 'tokens' | 'signIns' | 'secrets' | 'volumeTokens'>,
    Pick<SandboxApi, 'sandbox' | 'walls'>,
    Pick<LiveSandboxesApi, 'createSandbox'>,
    Pick<StatesApi, 'volumes'> {
  version: string
  config: Config
  logger: Logger
  metrics: Metrics
  /** Answers that repetitions of a request get. */
  keptAnswers: KeptAnswers
  webhooks: WebhooksApi
  /** Playbooks of all users, as repairs use them. */
  playbooks: PlaybooksApi
  approvals: ApprovalsApi
  /** Programs that worked, and the search for them. */
  memory: PatternsApi
  /** Outputs that may be served again. */
  results: ResultCache
  sessions: SessionsApi
  quality: QualityApi
  tests: TestsApi
  packages: PackagesApi
  detect: Detect['blocksOf']
  /** Programs that are read during the work wait for the turn of this user. */
  inTurnOf<T>(userId: string, work: () => T): T
  /** Every change inside of `work` is reported with this cause. */
  causedBy<T>(cause: string, work: () => T): T
  /** Handles a bug of ours: the caller gets an id, the log gets the stack. */
  onBug(error: unknown): EngineError
  newRequestId(): string
}
