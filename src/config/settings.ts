import { z } from 'zod'
import { errorPatterns } from '../contract/error-pattern.ts'
import { repairMode } from '../contract/run-options.ts'
import { list, number, origins } from '../contract/setting-kinds.ts'
import { capabilitySettings } from '../contract/words/capability-words.ts'
import { machineSettings } from './machine-settings.ts'
import { requestSettings } from './request-settings.ts'

const dollars = () => {
  const error = 'must be a number from 0 to 1000000'
  return z.coerce.number({ error }).min(0, { error }).max(1_000_000, { error }).default(0)
}
const share = (usual: number) => {
  const error = 'must be a number from 0 to 1'
  return z.coerce.number({ error }).min(0, { error }).max(1, { error }).default(usual)
}
const flag = (usual: boolean) => z.stringbool().or(z.boolean()).default(usual)
const DAY_MS = 86_400_000
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:[1-9][0-9]{0,4})?)?$/

/** Every setting, declared once: defaults, limits, help, variable names and documents are all made from this. */
export const settings = z.strictObject({
  home: z.string().min(1).describe('Directory of the database, stored output and the configuration file'),
  host: z.string().min(1).default('127.0.0.1').describe('Address the server listens on'),
  port: number(0, 65_535).default(4400).describe('Port the server listens on; 0 takes a free one'),
  databaseUrl: z
    .string()
    .regex(/^(postgres(ql)?:\/\/.+)?$/, 'must be empty (SQLite under home) or a postgres:// URL')
    .default('')
    .describe('postgres:// URL of a PostgreSQL database; empty for SQLite under home'),
  apiKey: z
    .string()
    .regex(/^(e2b_[0-9a-f]{40})?$/, 'must be e2b_ and 40 hex digits')
    .default('')
    .describe('One more admin key the server accepts, beside the stored ones; clients send it'),
  server: z
    .union([z.literal(''), z.url()])
    .default('')
    .describe('URL of the server that commands talk to; empty runs them in-process'),
  allowedHosts: list
    .prefault([])
    .describe('Host names, beside loopback ones, that requests may name (guards against DNS rebinding)'),
  allowedOrigins: origins
    .prefault([])
    .describe('Exact origins of web pages that may call the API, such as https://app.example; none unless told'),
  e2bDomain: z
    .string()
    .regex(DOMAIN, 'must be a host name in lower case, with :PORT where that is not 443')
    .refine((domain) => Number(domain.split(':')[1] ?? 443) <= 65_535, 'must name a port up to 65535')
    .default('')
    .describe('Domain, as NAME or NAME:PORT, below which E2B sandboxes and their ports have names; empty for none'),
  tlsCert: z.string().default('').describe('PEM file of the certificate, with those it depends on; empty for none'),
  tlsKey: z.string().default('').describe('PEM file of the private key of that certificate'),
  tlsOnly: flag(false).describe('Whether plain HTTP is refused; the server then needs a certificate'),
  portConnections: number(1, 100_000)
    .default(1000)
    .describe('Connections to servers inside one E2B sandbox at once; one more is refused'),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least important log lines to write'),
  logFormat: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('Form of the log of a server: JSON lines, words for people, or those on a terminal and JSON elsewhere'),

  timeoutMs: number(1, DAY_MS).default(30_000).describe('Longest one execution may take, unless the call says'),
  maxTimeoutMs: number(1, DAY_MS).default(300_000).describe('Most a call may ask for'),
  memoryMb: number(16, 1_048_576)
    .default(512)
    .describe('Memory of a program with all its processes and files, unless the call says'),
  maxMemoryMb: number(16, 1_048_576).default(4096).describe('Most a call may ask for'),
  cpuPercent: number(1, 100_000)
    .default(50)
    .describe('Share of one core a program is slowed to, in percent, unless the call says'),
  maxCpuPercent: number(1, 100_000).default(400).describe('Most a call may ask for'),
  openFiles: number(16, 1_048_576).default(1024).describe('Files one process of a program may have open'),
  processes: number(1, 100_000)
    .default(64)
    .describe('Processes and threads at once in one sandbox, unless the call says'),
  maxProcesses: number(1, 100_000).default(1024).describe('Most a call may ask for'),
  outputBytes: number(1, 1_073_741_824)
    .default(10_485_760)
    .describe('Most bytes a program may print, unless the call says'),
  maxOutputBytes: number(1, 1_073_741_824).default(104_857_600).describe('Most a call may ask for'),
  diskMb: number(1, 1_048_576).default(100).describe('Size of the workspace, unless the call says'),
  maxDiskMb: number(1, 1_048_576).default(1024).describe('Most a call may ask for'),
  networkCeiling: list
    .prefault(['*'])
    .describe(
      'Hosts that a call may ask to reach: names, *.name, * for every public one; private addresses only if listed',
    ),
  machineInternet: flag(true).describe(
    'Whether sandboxes of the E2B-compatible API reach what the ceiling allows unless they deny it; otherwise only what they name',
  ),
  sandbox: z
    .enum(['jail', 'container', 'gvisor', 'e2b'])
    .default('jail')
    .describe('Provider of sandboxes: bubblewrap, a container engine, gVisor, or sandboxes of an E2B server'),
  containerSocket: z.string().default('/var/run/docker.sock').describe('Socket of the container engine (Docker API)'),
  containerHostUsr: z
    .stringbool()
    .or(z.boolean())
    .default(false)
    .describe("Show the host's /usr in sandboxes of the container engine, so that the image needs nothing of its own"),
  containerImage: z.string().default('').describe('Image of the sandboxes of the container engine; it needs python3'),
  e2bApiKey: z.string().max(500).default('').describe('Key of the E2B server whose sandboxes are used'),
  e2bApiUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .describe('Where its API answers; empty for api. and its domain'),
  e2bSandboxUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .describe('Where all of its sandboxes answer; empty for names below its domain'),
  e2bRemoteDomain: z.string().min(1).max(253).default('e2b.app').describe('Domain of the E2B server'),
  e2bTemplate: z
    .string()
    .min(1)
    .max(200)
    .default('base')
    .describe('Template of its sandboxes; it needs python3 and bash'),
  e2bTimeoutMs: number(1000, 600_000).default(30_000).describe('Longest wait for the answer to one request to it'),
  repair: repairMode
    .default('safe')
    .describe('How far repairs may go unless the call says: safe makes nothing up, bold may and says so, off is none'),
  repairConfidence: share(0.8).describe(
    'How likely a correction has to be right, from 0 to 1; a less likely one is suggested, and the run stays failed',
  ),
  repairSearchMs: number(0, 20_000)
    .default(1000)
    .describe('Processor time in which a change is looked for that makes all tests of a request pass; 0 is none'),
  attempts: number(1, 3).default(3).describe('Executions of one block at most, unless the call says'),
  errorPatterns: errorPatterns
    .default([])
    .describe(
      'Kinds of failures that are known beside the built-in ones: a list in the file, or the path of a JSON file',
    ),

  securityCheck: flag(true).describe(
    'Whether programs are looked at for dangers before they run, unless the call says',
  ),
  guardBlock: list
    .prefault(['critical'])
    .describe('Dangers that keep a program from running: severities, families or rules, see "anneal guard --rules"'),
  guardWarn: list
    .prefault(['high', 'medium', 'low'])
    .describe('Dangers that are reported: severities, families or rules'),
  guardAllow: list.prefault(['info']).describe('Dangers that do not count: severities, families or rules'),
  guardTighten: flag(false).describe(
    'Whether users and calls may only forbid more than the server does; otherwise they may allow more too',
  ),
  guardRules: list.prefault([]).describe('Files or directories of rules of your own, YAML in the form of ast-grep'),
  guardReview: flag(false).describe('Whether the model looks for dangers too, unless the call says'),
  analysis: flag(true).describe('Whether complexity, style and slow spots are reported, unless the call says'),
  performance: flag(false).describe('Whether processor time, memory and disk use are measured, unless the call says'),

  ...capabilitySettings,

  model: z
    .string()
    .default('')
    .describe('Language model that repairs what rules cannot, as provider/model; empty for none'),
  modelKey: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default('')
    .describe('Key of the model, as its provider gave it'),
  modelUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .describe('Where the model is asked, up to and with /v1; empty for the usual address of its provider'),
  modelStream: z
    .stringbool()
    .or(z.boolean())
    .default(true)
    .describe('Whether answers of the model are read while they come; not every server can do that'),
  modelTimeoutMs: number(1, DAY_MS).default(120_000).describe('Longest one question may take, tries again included'),
  modelIdleTimeoutMs: number(1, DAY_MS).default(60_000).describe('Longest silence of the model while it answers'),
  modelRetries: number(0, 10).default(2).describe('How often a question is asked again that came to no answer'),
  modelOutputTokens: number(256, 1_000_000)
    .default(8192)
    .describe('Longest answer of the model in tokens, its thinking included'),
  modelRunTokens: number(0, 1_000_000_000).default(200_000).describe('Tokens that one run may spend on the model'),
  modelRunUsd: dollars().describe('US dollars that one run may spend on the model; 0 sets no limit'),
  modelInputUsd: dollars().describe('Price of a million tokens sent to the model, in US dollars'),
  modelOutputUsd: dollars().describe('Price of a million tokens the model answers with, in US dollars'),
  correctors: z
    .enum(['rules,model', 'model,rules', 'rules', 'model'])
    .default('rules,model')
    .describe('The repairers of a program, in this order; the model only where one is configured'),

  concurrentRuns: number(1, 10_000).default(100).describe('Sandboxes at work at once; further runs wait their turn'),
  concurrentRunsPerUser: number(1, 10_000).default(5).describe('Sandboxes at work at once for one user'),
  warmSandboxes: number(0, 1000)
    .default(2)
    .describe('Sandboxes of each used language that wait for work at least; 0 makes every one when it is needed'),
  maxWarmSandboxes: number(1, 1000).default(16).describe('Most that wait when there is much work, of each language'),
  queuedRuns: number(0, 100_000).default(5000).describe('Runs taken in beyond those; one more is refused'),
  queuedRunsPerUser: number(0, 100_000)
    .default(1000)
    .describe('Runs of one user taken in beyond those at work; one more is refused'),
  liveSandboxes: number(0, 100_000).default(500).describe('Sandboxes that live on their own; one more is refused'),
  liveSandboxesPerUser: number(0, 100_000)
    .default(100)
    .describe('Sandboxes of one user that live on their own; one more is refused'),
  ...machineSettings,
  activeSessions: number(1, 100_000)
    .default(100)
    .describe('Sessions in memory at once; for one more the one that was idle longest is saved and unloaded'),
  sessionFreezeMs: number(0, 31 * DAY_MS)
    .default(30_000)
    .describe('After how long without work a session gets no processor time; 0 is never'),
  sessionUnloadMs: number(0, 31 * DAY_MS)
    .default(600_000)
    .describe('After how long without work a session is saved and taken out of memory; 0 is never'),
  sessionIdleMs: number(0, 366 * DAY_MS)
    .default(DAY_MS)
    .describe('After how long without work a session is removed; its checkpoints stay; 0 is never'),
  sessionStateBytes: number(1024, 1_073_741_824)
    .default(268_435_456)
    .describe('Most bytes of variables that are saved of one interpreter; what is too large is named'),
  checkpoints: number(1, 10_000)
    .default(10)
    .describe('Checkpoints of one conversation; for one more the oldest is removed, automatic ones first'),
  checkpointEvery: number(0, 10_000)
    .default(10)
    .describe('Executions of a session between automatic checkpoints; 0 makes none'),
  checkpointRisky: z
    .stringbool()
    .or(z.boolean())
    .default(true)
    .describe('Whether a checkpoint is made before code in a session in which the guard has found something high'),
  volumes: number(0, 100_000).default(100).describe('Volumes of one user; one more is refused'),
  volumeBytes: number(1, 1_099_511_627_776).default(104_857_600).describe('Most bytes of one volume'),
  volumeFiles: number(1, 10_000_000).default(10_000).describe('Most files and directories of one volume'),
  s3Bucket: z
    .string()
    .max(255)
    .default('')
    .describe('Bucket that holds the content of sessions, checkpoints and volumes; empty for files under home'),
  s3Endpoint: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .describe('Where the object store answers; empty for that of Amazon'),
  s3Region: z.string().max(100).default('us-east-1').describe('Region of the bucket'),
  s3Prefix: z.string().max(500).default('anneal').describe('First part of the names of all objects'),
  s3KeyId: z.string().max(500).default('').describe('Key id for the object store; empty takes what its client finds'),
  s3Secret: z.string().max(500).default('').describe('Secret of that key'),
  reconnectGraceMs: number(0, 600_000)
    .default(3000)
    .describe('How long a streamed run goes on without a reader before it is cancelled'),
  shutdownGraceMs: number(0, 600_000)
    .default(10_000)
    .describe('How long a stopping server lets runs finish before it ends them'),
  leaseMs: number(200, 600_000)
    .default(15_000)
    .describe('After how long without a sign of life the runs of a dead engine are ended by another'),
  webhookAttempts: number(1, 100)
    .default(8)
    .describe('How often a webhook is sent at most, until somebody answers 2xx'),
  webhookRetryMs: number(10, 3_600_000)
    .default(5000)
    .describe('Wait before the second attempt of a webhook; each later one is four times as long, 6 h at most'),
  webhookPrivateHosts: list
    .prefault([])
    .describe('Hosts that webhooks may reach though they are at private or loopback addresses, by name or address'),
  bodyBytes: number(1024, 1_073_741_824).default(16_777_216).describe('Largest request body'),
  runFiles: number(0, 10_000)
    .default(100)
    .describe('Files that programs of one run wrote and that are kept with it, at most; 0 keeps none'),
  runFilesBytes: number(0, 1_073_741_824).default(52_428_800).describe('Bytes of these files, all together, at most'),
  blobBytes: number(1024, 1_073_741_824).default(104_857_600).describe('Largest stored object'),
  ...requestSettings,
})

export type Config = z.infer<typeof settings>
export type SettingName = keyof Config
export const settingNames = Object.keys(settings.shape) as SettingName[]

/** Shown as ••• wherever settings are printed. A database URL may hold a password. */
export const secretSettings: ReadonlySet<SettingName> = new Set([
  'apiKey',
  'databaseUrl',
  'modelKey',
  'memoryEmbeddingsKey',
  's3Secret',
  'e2bApiKey',
])

/** `runTimeoutMs` is set by `ANNEAL_RUN_TIMEOUT_MS`. */
export const variableOf = (name: SettingName): string =>
  `ANNEAL_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
