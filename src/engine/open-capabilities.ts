import type { StoreApi } from '../adapter/store-part.ts'
import * as capabilities from '../capability/capabilities.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { EngineCore } from './engine-core.ts'
import type { Parts } from './parts.ts'

/** Everything that a capability may need. */
export interface Core extends EngineCore, Ground, StoreApi {
  engineId: string
  /** Whether this process runs one program and ends: it prepares nothing for later. */
  isBrief: boolean
}

type Capabilities = typeof capabilities

export type CapabilityApis = { [Name in keyof Capabilities]: ApiOf<Capabilities[Name]> }

type ApiOf<Opens> = Opens extends (core: never) => infer Opening
  ? Awaited<Opening> extends Part<infer Api>
    ? Api
    : never
  : never

export async function openCapabilities(open: Parts['open'], core: Core): Promise<CapabilityApis> {
  const all: Record<string, (core: Core) => Part<unknown> | Promise<Part<unknown>>> = capabilities
  const apis: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(all)) apis[name] = await open(part(core))
  return apis as CapabilityApis
}
