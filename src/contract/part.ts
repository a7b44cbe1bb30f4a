import type { Health, HostCheck, HostQuestion } from './api.ts'
import type { PartRoute } from './part-route.ts'

/**
 * One open capability of the engine. A function named `…Part` opens it: its parameter is everything that the part
 * needs, and this type is everything that it gives. `engine.ts` lists the parts; each is closed before those that were
 * opened before it.
 */
export interface Part<Api> {
  /** The calls that others may make. */
  api: Api
  /** The part's components as `/v1/health` shows them to anyone: states, without paths, names or addresses. */
  health?(): Promise<Health['components']>
  /** The part's rows of `anneal doctor`. Looks only, unless it is asked to prove what costs seconds. */
  hostChecks?(asked: HostQuestion): Promise<HostCheck[]>
  /** The part's rows of our own API. */
  routes?: PartRoute[]
  /** Called three times in each lease of the engine. */
  beat?(): Promise<void>
  /** Releases everything that the part holds. */
  close?(): Promise<void>
}
