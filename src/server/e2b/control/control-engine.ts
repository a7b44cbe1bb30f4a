import type { Config, Engine, Images, Machines, Templates } from '../../../engine.ts'

/** The parts of the engine that the control plane uses. */
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
