import { z } from 'zod'
import { atMost } from './at-most.ts'
import { limitsRequest } from './limits.ts'
import { runOptions } from './run-options.ts'

const MAX_ENTRIES = 1000

/** The options of a sandbox that lives on its own. */
export const sandboxRequest = z
  .strictObject({
    limits: limitsRequest.optional().describe('In force for the sandbox; timeoutMs and outputBytes for each execution'),
    network: runOptions.shape.network,
    env: atMost(MAX_ENTRIES, z.record(z.string(), z.string())).optional().describe('Variables of every process in it'),
    metadata: atMost(MAX_ENTRIES, z.record(z.string(), z.string()))
      .optional()
      .describe('Kept for its owner; never shown inside'),
  })
  .meta({ id: 'SandboxRequest' })
export type SandboxRequest = z.infer<typeof sandboxRequest>
