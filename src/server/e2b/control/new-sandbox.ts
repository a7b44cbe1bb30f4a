import { z } from 'zod'
import { atMost } from '../../../contract/at-most.ts'
import { EngineError } from '../../../contract/errors.ts'
import type { MachineRequest } from '../../../engine.ts'
import { mapOf } from '../map-of.ts'
import { bytesOf } from './bytes-of.ts'
import { checkDomains, egressOf, networkConfig } from './network-config.ts'
import { timeoutSeconds } from './timeout-seconds.ts'

/** The generation of the create call: the two differ in their defaults. */
export interface Generation {
  timeoutSeconds: number
  /** Undefined: as the request says, and false by default. */
  isSecured?: true
}
export const FIRST: Generation = { timeoutSeconds: 15 }
export const SECOND: Generation = { timeoutSeconds: 300, isSecured: true }

/** Far above real use. All of it is held in memory and written again with each change of the sandbox. */
const MOST = {
  ...{ entries: 1000, metadataBytes: 65_536, variableBytes: 262_144 },
  ...{ mounts: 64, nameCharacters: 256, pathCharacters: 4096 },
}
/** Linux starts no program with a longer line "NAME=value", its terminator included. */
const MOST_LINE_BYTES = 131_072

const plainText = z.string().refine((text) => !text.includes('\0'), { error: 'may hold no NUL' })
const variableName = plainText.refine((name) => name !== '' && !name.includes('='), {
  error: 'must be the name of a variable',
})
const variables = mapOf({ name: variableName, value: plainText, mostEntries: MOST.entries })
  .superRefine(bytesOf(MOST.variableBytes))
  .superRefine((map, context) => {
    for (const [name, value] of Object.entries(map)) {
      const bytes = Buffer.byteLength(`${name}=${value}\0`)
      const message = `has ${bytes} bytes; Linux takes ${MOST_LINE_BYTES} for one variable`
      if (bytes > MOST_LINE_BYTES) context.addIssue({ code: 'custom', path: [name.slice(0, 100)], message })
    }
  })
const metadata = mapOf({ name: plainText, value: plainText, mostEntries: MOST.entries }).superRefine(
  bytesOf(MOST.metadataBytes),
)
const mountPath = plainText
  .max(MOST.pathCharacters)
  .refine((path) => /^\/./.test(path) && !path.split('/').includes('..'), {
    error: 'must be an absolute path below /',
  })
const givenName = plainText.min(1).max(MOST.nameCharacters)
const mount = z.object({ name: givenName, path: mountPath })

export const newSandbox = z
  .object({
    templateID: givenName,
    timeout: timeoutSeconds.nullish(),
    metadata: metadata.nullish(),
    envVars: variables.nullish(),
    secure: z.boolean().nullish(),
    allow_internet_access: z.boolean().nullish(),
    autoPause: z.boolean().nullish(),
    autoPauseMemory: z.boolean().nullish(),
    autoResume: z.object({ enabled: z.boolean() }).nullish(),
    network: networkConfig.nullish(),
    volumeMounts: atMost(MOST.mounts, z.array(mount)).nullish(),
    iam: z.object({ tokens: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  })
  .superRefine((asked, context) => {
    const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', path, message })
    if (asked.autoPauseMemory === false && !asked.autoPause) {
      refuse('only says something about a pause: it needs autoPause', 'autoPauseMemory')
    }
    if (asked.autoPauseMemory === false && asked.autoResume?.enabled) {
      refuse('false cannot be combined with autoResume: traffic wakes only what kept its memory', 'autoPauseMemory')
    }
    if (asked.network) {
      checkDomains(asked.network, { allowInternet: asked.allow_internet_access, context, path: ['network'] })
    }
  })

/** The machine that a create call asks for. Unknown fields are ignored, as E2B does. */
export function newSandboxOf(asked: z.infer<typeof newSandbox>, generation: Generation): MachineRequest {
  const { network } = asked
  const isSecured = generation.isSecured ?? asked.secure ?? false
  const allowPublicTraffic = network?.allowPublicTraffic ?? true
  if (!allowPublicTraffic && !isSecured) {
    throw new EngineError('INVALID_REQUEST', {
      problems: ['body.network.allowPublicTraffic: can only be false for a secured sandbox'],
    })
  }
  if (Object.keys(asked.iam?.tokens ?? {}).length > 0) {
    throw new EngineError('UNSUPPORTED', { what: 'Workload identity (iam.tokens)' })
  }
  return {
    template: asked.templateID,
    timeoutMs: (asked.timeout ?? generation.timeoutSeconds) * 1000,
    metadata: asked.metadata ?? {},
    env: asked.envVars ?? {},
    network: {
      ...egressOf(network ?? {}, asked.allow_internet_access),
      allowPublicTraffic,
      maskRequestHost: network?.maskRequestHost ?? null,
      httpsPorts: network?.httpsPorts ?? [],
    },
    onTimeout: asked.autoPause ? 'pause' : 'kill',
    pauseKeepsMemory: asked.autoPauseMemory ?? true,
    autoResume: asked.autoResume?.enabled ?? false,
    isSecured,
    volumes: asked.volumeMounts ?? [],
  }
}
