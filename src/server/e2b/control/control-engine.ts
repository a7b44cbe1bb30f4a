import type { Config, Engine, Images, Machines, Templates } from '../../../engine.ts'

/** What the rows of the control plane work on. */
export interface ControlEngine {
  machines: Machines
  events: Pick<Engine['events'], 'page'>
  images: Pick<Images, 'listSnapshots' | 'remove'>
  templates: Templates
  volumes: Engine['volumes']
  settleVolume: Engine['settleVolume']
  volumeTokens: Engine['volumeTokens']
  secrets: Engine['secrets']
  config: Pick<Config, 'machineDiskMb' | 'e2bDomain'>
}
