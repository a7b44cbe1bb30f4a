import type { EngineCore } from './engine-core.ts'
import type { CapabilityApis } from './open-capabilities.ts'

/** Everything that can be asked of an engine; each part writes down its own share, next to its code. */
export interface Engine extends EngineCore, CapabilityApis {
  /** Ends live sandboxes, lets runs finish for `shutdownGraceMs`, ends the rest, and gives everything back. */
  close(): Promise<void>
}
