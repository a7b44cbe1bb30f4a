import type { Sandbox } from '../sandbox/sandbox.ts'
import type { MachineInfo } from './machine.ts'

/** Volumes that are shown in one box of a machine. */
export interface LaidVolumes {
  /** From now on what is changed inside and outside is exchanged by and by. */
  begin(): void
  rest(): void
  /** Makes what was changed inside part of the volumes at once: before a pause, and before the end. Tells what was refused. */
  takeBack(): Promise<string[]>
}

/** How volumes come into machines. */
export interface MachineVolumes {
  /** Throws VOLUME_NOT_FOUND. Called for each new box, also for one that is booted from its files. */
  lay(sandbox: Sandbox, request: Pick<MachineInfo, 'userId' | 'volumes'>): Promise<LaidVolumes>
}

export const nothingLaid: LaidVolumes = { begin() {}, rest() {}, takeBack: async () => [] }
