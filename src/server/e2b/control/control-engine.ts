import type { Config, Images, Machines } from '../../../engine.ts'

/** What the rows of the control plane work on. */
export interface ControlEngine {
  machines: Machines
  images: Pick<Images, 'listSnapshots' | 'remove'>
  config: Pick<Config, 'e2bDomain' | 'e2bMaxTimeoutMs'>
}
