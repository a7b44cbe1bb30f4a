import type { PartRoute } from '../contract/part-route.ts'
import type { EngineCore } from './engine-core.ts'
import type { CapabilityApis } from './open-capabilities.ts'

/** The whole public API of an engine; each part declares its own share, next to its code. */
export interface Engine extends EngineCore, CapabilityApis {
  /** Rows of our own API that parts give; the server has those of the core. */
  routes: PartRoute[]
  /** Ends live sandboxes, lets runs finish for `shutdownGraceMs`, ends the rest, and releases everything. */
  close(): Promise<void>
}
