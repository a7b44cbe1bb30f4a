import { z } from 'zod'
import { atMost } from './at-most.ts'
import { lostPart } from './attempt-state.ts'
import { sessionId } from './id.ts'
import { limitsRequest } from './limits.ts'
import { outcome } from './run.ts'
import { runOptions } from './run-options.ts'

const MAX_METADATA = 50
const MAX_VARIABLES = 1000
const MAX_VOLUMES = 20
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

/** A volume as it is shown inside of a sandbox. */
export const volumeMount = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,62}$/, 'must be a name of letters, digits, ".", "_" and "-"'),
    readOnly: z.boolean().default(false).describe('Whether what is changed inside is left behind'),
  })
  .meta({ id: 'VolumeMount' })
export type VolumeMount = z.infer<typeof volumeMount>

export const sessionRequest = z
  .strictObject({
    conversation: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'A conversation it belongs to, in your own words; checkpoints are counted for each. Its own id unless it is told',
      ),
    limits: limitsRequest.optional().describe('In force for the sandbox; timeoutMs and outputBytes for each execution'),
    network: runOptions.shape.network,
    env: atMost(MAX_VARIABLES, z.record(variableName, z.string()))
      .optional()
      .describe('Variables of every process in it'),
    cwd: z
      .string()
      .max(1024)
      .optional()
      .describe('Directory that executions start in; the workspace unless it is told'),
    volumes: atMost(MAX_VOLUMES, z.array(volumeMount).max(MAX_VOLUMES))
      .refine((mounts) => new Set(mounts.map(({ name }) => name)).size === mounts.length, 'must name each volume once')
      .optional()
      .describe('Shown below /volumes, each by its name'),
    metadata: atMost(MAX_METADATA, z.record(z.string().max(200), z.string().max(2000)))
      .optional()
      .describe('Kept for its owner; never shown inside'),
    transactions: z.boolean().default(true).describe('Whether an execution that fails leaves no trace'),
    checkpointEvery: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Executions between automatic checkpoints; 0 makes none'),
  })
  .meta({ id: 'SessionRequest' })
export type SessionRequest = z.input<typeof sessionRequest>
export type SessionSettings = z.output<typeof sessionRequest>

export const sessionInfo = z
  .object({
    id: z.string(),
    conversation: z.string(),
    status: z
      .enum(['new', 'active', 'frozen', 'saved'])
      .describe(
        'new: nothing ran yet; frozen: in memory, without processor time; saved: not in memory, back on the next call',
      ),
    createdAt: z.number(),
    usedAt: z.number(),
    expiresAt: z.number().nullable().describe('When it is removed unless it is used before; null is never'),
    executions: z.int(),
    languages: z.array(z.string()).describe('Of the interpreters it has'),
    lost: z.array(lostPart).describe('Values that its saved state does not hold'),
    limits: limitsRequest,
    network: z.object({ allow: z.array(z.string()) }),
    env: z.record(z.string(), z.string()),
    cwd: z.string(),
    volumes: z.array(volumeMount),
    metadata: z.record(z.string(), z.string()),
    transactions: z.boolean(),
    checkpointEvery: z.int(),
    branchedFrom: z.string().nullable().describe('The checkpoint it began as'),
  })
  .meta({ id: 'SessionInfo' })
export type SessionInfo = z.infer<typeof sessionInfo>

export const sessionList = z.object({ sessions: z.array(sessionInfo) }).meta({ id: 'SessionList' })

/** One execution of the history. */
export const sessionExecution = z
  .object({
    n: z.int().describe('Counts from 1 in each session'),
    runId: z.string().nullable(),
    language: z.string(),
    code: z.string(),
    outcome,
    at: z.number(),
    durationMs: z.number(),
  })
  .meta({ id: 'SessionExecution' })
export type SessionExecution = z.infer<typeof sessionExecution>
export const sessionHistory = z.object({ executions: z.array(sessionExecution) }).meta({ id: 'SessionHistory' })

/** Files that a step of a session changed: the first hundred by name, the others by their number. */
export const changedFiles = z
  .object({
    changed: z.array(
      z.object({
        path: z.string().describe('Relative to the workspace'),
        change: z.enum(['added', 'changed', 'removed']),
        size: z.int().optional(),
        hash: z.string().optional().describe('Equal for equal content'),
      }),
    ),
    more: z.int().describe('Further files that changed'),
  })
  .meta({ id: 'ChangedFiles' })
export type ChangedFiles = z.infer<typeof changedFiles>

export const sessionVariable = z
  .object({
    name: z.string(),
    type: z.string(),
    summary: z.string(),
    language: z.string(),
  })
  .meta({ id: 'SessionVariable' })
export type SessionVariable = z.infer<typeof sessionVariable>
export const sessionVariables = z.object({ variables: z.array(sessionVariable) }).meta({ id: 'SessionVariables' })

export const variableAttributes = z
  .object({
    names: z.array(z.string()).describe('Names that may stand behind a dot, sorted; no code runs to find them'),
  })
  .meta({ id: 'VariableAttributes' })
export type VariableAttributes = z.infer<typeof variableAttributes>

export const variableValue = z
  .object({
    name: z.string(),
    language: z.string(),
    text: z.string().describe('As the interpreter shows it'),
    value: z.unknown().optional().describe('The value itself, where JSON can say it'),
  })
  .meta({ id: 'VariableValue' })
export type VariableValue = z.infer<typeof variableValue>

/** A file of a workspace or a volume. */
export const treeFile = z
  .object({
    path: z.string(),
    type: z.enum(['file', 'directory', 'symlink']),
    size: z.int(),
    mode: z.int(),
    modifiedMs: z.number(),
    target: z.string().optional().describe('The target of a symlink'),
    owner: z.object({ uid: z.int(), gid: z.int() }).optional().describe('In a volume: where somebody said so'),
  })
  .meta({ id: 'TreeFile' })
export type TreeFile = z.infer<typeof treeFile>
export const treeFiles = z.object({ files: z.array(treeFile) }).meta({ id: 'TreeFiles' })

export const sessionUpdate = sessionRequest.pick({ metadata: true }).required().meta({ id: 'SessionUpdate' })
export const sessionQuery = z.strictObject({
  conversation: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: sessionId.optional().describe('The last id of the page before'),
})
export const sessionHistoryQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0).describe('The last number of the page before'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

export const interpreterName = z
  .string()
  .min(1)
  .max(40)
  .describe('Language of the interpreter, by name or alias')
  .meta({ examples: ['python'] })
export const variableSetting = z
  .strictObject({ language: interpreterName, value: z.unknown().describe('Anything that JSON can say') })
  .meta({ id: 'VariableSetting' })
