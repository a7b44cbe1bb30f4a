import { EngineError } from '../contract/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { MachineInfo } from './machine.ts'

/** Volumes that are shown in one machine. */
export interface LaidVolumes {
  /** Makes what was changed inside part of the volumes: before a pause, and before the end. */
  takeBack(): Promise<void>
}

/** How volumes come into machines. */
export interface MachineVolumes {
  /** Throws VOLUME_NOT_FOUND. Called for each new box, also for one that is booted from its files. */
  lay(sandbox: Sandbox, request: Pick<MachineInfo, 'userId' | 'volumes'>): Promise<LaidVolumes>
}

/** Where nothing can show them. */
export const noVolumes: MachineVolumes = {
  async lay(_sandbox, { volumes }) {
    if (volumes.length > 0) throw new EngineError('UNSUPPORTED', { what: 'A volume in a machine' })
    return { takeBack: async () => {} }
  },
}
