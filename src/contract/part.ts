import type { Health, HostCheck } from './api.ts'
import type { PartRoute } from './part-route.ts'

/**
 * One capability of the engine, open. A function named `…Part` opens it: the parameter of that function is all that the part needs,
 * and this is all that it gives. `engine.ts` is the list of them; each is closed before those that were opened before it.
 */
export interface Part<Api> {
  /** Everything that others may ask of it. */
  api: Api
  /** Its components as `/v1/health` tells them to anyone: states, and no paths, names or addresses. */
  health?(): Promise<Health['components']>
  /** Its rows of `anneal doctor`. */
  hostChecks?(): Promise<HostCheck[]>
  /** Its rows of our own API. */
  routes?: PartRoute[]
  /** Called three times in each lease of the engine. */
  beat?(): Promise<void>
  /** Gives back everything it holds. */
  close?(): Promise<void>
}
