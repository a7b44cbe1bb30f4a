import type { StoreApi } from '../adapter/store-part.ts'
import { capabilities } from '../capability/capabilities.ts'
import type { Edge } from '../contract/effect.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { LanguageModel } from '../model/model.ts'
import type { Grants } from '../pipeline/grants.ts'
import type { LiveSandboxesApi } from '../session/live-sandboxes-part.ts'
import type { EngineCore } from './engine-core.ts'
import type { Parts } from './parts.ts'

/** Everything that a capability may need, beside the capabilities listed before it. */
export interface Core extends EngineCore, Ground, StoreApi, Pick<LiveSandboxesApi, 'takePlace'> {
  grants: Grants
  edge: Edge
  engineId: string
  /** Undefined when none is configured. */
  model: LanguageModel | undefined
  /** Whether this process runs one program and ends: it prepares nothing for later. */
  isBrief: boolean
  /** Hides known secrets in JSON. */
  mask(json: string): string
}

type Capabilities = typeof capabilities

export type CapabilityApis = { [Name in keyof Capabilities]: ApiOf<Capabilities[Name]> }

type ApiOf<Opens> = Opens extends (core: never) => infer Opening
  ? Awaited<Opening> extends Part<infer Api>
    ? Api
    : never
  : never

/** Opens one after the other; each is given those before it. */
export async function openCapabilities(open: Parts['open'], core: Core): Promise<CapabilityApis> {
  const all: Record<string, (known: Core & CapabilityApis) => Part<unknown> | Promise<Part<unknown>>> = capabilities
  const apis: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(all)) {
    apis[name] = await open(part({ ...core, ...apis } as Core & CapabilityApis))
  }
  return apis as CapabilityApis
}
