import { z } from 'zod'
import { keyId, runId } from './id.ts'
import { keyScope } from './key-scope.ts'
import { endedBy } from './limits.ts'
import { outcome } from './run.ts'

const componentStatus = z.enum(['ok', 'degraded', 'down'])

export const health = z
  .object({
    status: componentStatus.describe('The worst of the components'),
    version: z.string(),
    uptimeS: z.number(),
    components: z.record(z.string(), z.object({ status: componentStatus, detail: z.string() })),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof health>

const duration = z.object({ averageMs: z.number(), p50Ms: z.number(), p95Ms: z.number() })

/** Counts cover all executions, times the newest ones; null where nothing was measured. */
const executionStats = {
  succeeded: z.int(),
  endedBy: z
    .partialRecord(endedBy, z.int())
    .describe('The number of executions by the reason of their end; successful ones are among `exit`'),
  warm: z.int().describe('Executions whose sandbox was waiting already'),
  wait: duration.nullable().describe('Waiting for a free sandbox'),
  start: duration.nullable().describe('Until the sandbox stood ready'),
  duration: duration.nullable().describe('The program itself, from start to end'),
}

export const stats = z
  .object({
    runs: z.object({
      total: z.int(),
      running: z.int(),
      ok: z.int(),
      failed: z.int(),
      blocked: z.int(),
      cancelled: z.int(),
      'nothing-to-run': z.int(),
      error: z.int(),
      successRate: z.number().nullable().describe('ok / ended; null before the first run has ended'),
    }),
    executions: z.object({ total: z.int(), ...executionStats }),
    byLanguage: z.array(z.object({ language: z.string(), executions: z.int(), ...executionStats })),
    errors: z
      .array(z.object({ language: z.string(), type: z.string(), count: z.int() }))
      .describe('Errors of programs, most frequent first'),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof stats>
export type Duration = z.infer<typeof duration>

export const runSummary = z
  .object({
    runId,
    state: z.enum(['running', 'ended']),
    outcome: outcome.nullable(),
    startedAt: z.number(),
    durationMs: z.number().nullable(),
    languages: z.array(z.string()),
    attempts: z
      .int()
      .nullable()
      .describe('Of the block that needed most: ok with more than one is repaired; null in runs older than this field'),
    title: z
      .string()
      .nullable()
      .describe('Its task, or the first line of its program that tells it from others; null before a program is found'),
  })
  .meta({ id: 'RunSummary' })
export type RunSummary = z.infer<typeof runSummary>

export const startedRun = z.object({ runId }).meta({ id: 'StartedRun' })

export const runQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(0)
    .describe('Seconds to wait for the end of a run that goes on; then it is told as far as it came'),
})

export const runListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: runId.optional().describe('Only runs older than this one: the last id of the page before'),
  search: z.string().trim().min(1).max(200).optional().describe('Only runs that have this in their title or id'),
})

export const runList = z.object({ runs: z.array(runSummary) }).meta({ id: 'RunList' })

export const logLevel = z.enum(['debug', 'info', 'warn', 'error'])
export type LogLevel = z.infer<typeof logLevel>

export const logLine = z
  .object({
    at: z.number(),
    level: logLevel,
    event: z.string(),
    runId: z.string(),
    userId: z.string(),
    message: z.string(),
  })
  .meta({ id: 'LogLine' })
export type LogLine = z.infer<typeof logLine>

const moment = z.iso.datetime({ offset: true }).or(z.iso.date())

export const logQuery = z.strictObject({
  level: logLevel.default('info').describe('This level and above'),
  from: moment.optional().describe('ISO date or time, included'),
  to: moment.optional().describe('ISO date or time, not included'),
  limit: z.coerce.number().int().min(1).max(100_000).default(1000).describe('The newest lines, at most this many'),
  format: z.enum(['json', 'csv']).default('json'),
})
export type LogQuery = z.infer<typeof logQuery>

export const logExport = z.object({ lines: z.array(logLine) }).meta({ id: 'LogExport' })

export const userName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._@-]{0,62}$/i, 'must be 1 to 63 letters, digits or ._@- and start with a letter or digit')

const LONGEST_KEY_S = 10 * 366 * 86_400

export const keyRequest = z
  .strictObject({
    user: userName.describe('The user whose runs the key may see; made if it is new'),
    scope: keyScope
      .optional()
      .describe(
        '`admin`: manages the server; `user`, the default: runs and changes what is theirs; `read`: only reads it; `metrics`: only GET /metrics',
      ),
    admin: z.boolean().optional().describe('The older way to say scope `admin`'),
    label: z.string().max(100).default(''),
    ttlS: z
      .int()
      .min(1)
      .max(LONGEST_KEY_S)
      .optional()
      .describe('Seconds until the key ends by itself; never unless it is told'),
  })
  .refine(({ scope, admin }) => scope === undefined || admin === undefined || admin === (scope === 'admin'), {
    message: 'contradicts scope',
    path: ['admin'],
  })
  .meta({ id: 'KeyRequest' })

export const keyInfo = z
  .object({
    id: keyId,
    user: z.string(),
    scope: keyScope,
    admin: z.boolean().describe('Whether the scope is `admin`'),
    label: z.string(),
    start: z.string().describe('First characters of the key, to recognise it'),
    createdAt: z.number(),
    expiresAt: z.number().nullable().describe('When it ends by itself; null for never'),
    revokedAt: z.number().nullable(),
  })
  .meta({ id: 'KeyInfo' })
export type KeyInfo = z.infer<typeof keyInfo>

export const newKey = z
  .object({ ...keyInfo.shape, key: z.string().describe('Shown once; only its hash is kept') })
  .meta({ id: 'NewKey' })
export type NewKey = z.infer<typeof newKey>

export const keyList = z.object({ keys: z.array(keyInfo) }).meta({ id: 'KeyList' })

export const settingInfo = z.object({
  name: z.string(),
  variable: z.string(),
  value: z.unknown().describe('Secrets are shown as •••'),
  origin: z.enum(['default', 'file', 'environment', 'flag']),
  help: z.string(),
  allowed: z.string(),
})
export type SettingInfo = z.infer<typeof settingInfo>
export const settingList = z
  .object({ file: z.string().describe('The configuration file looked for'), settings: z.array(settingInfo) })
  .meta({ id: 'SettingList' })
export type SettingList = z.infer<typeof settingList>

export const hostCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  kind: z
    .enum(['absent', 'weaker'])
    .optional()
    .describe('Of what is well: an optional thing that is not here, or one that holds less than it could'),
  detail: z.string().describe('The finding of the check'),
  remedy: z.string().optional().describe('The remedy, as a command where there is one'),
})
export type HostCheck = z.infer<typeof hostCheck>
export const hostQuestion = z.object({
  prove: z
    .stringbool()
    .optional()
    .describe('Start a real browser too, which takes seconds; a look at its files unless told'),
})
export interface HostQuestion {
  prove?: boolean | undefined
}
export const hostReport = z.object({ ok: z.boolean(), checks: z.array(hostCheck) }).meta({ id: 'HostReport' })
export type HostReport = z.infer<typeof hostReport>

export const wallCheck = z.object({
  id: z.string(),
  group: z.string(),
  quick: z.boolean().describe('One of the few that the server runs at its start'),
})
export const wallCheckList = z.object({ checks: z.array(wallCheck) }).meta({ id: 'WallCheckList' })
export const wallCheckResult = z
  .object({
    id: z.string(),
    ok: z.boolean(),
    durationMs: z.number(),
    problem: z.string().optional().describe('The finding, where it is not the promised one'),
    inconclusive: z
      .literal(true)
      .optional()
      .describe('The host was too busy to tell, in every try: the promise is neither proven nor known to be broken'),
  })
  .meta({ id: 'WallCheckResult' })
export type WallCheckResult = z.infer<typeof wallCheckResult>
