import type { Sandbox } from '../sandbox/sandbox.ts'
import type { MachineInfo } from './machine.ts'

/** Volumes that are shown in one sandbox of a machine. */
export interface LaidVolumes {
  /** Starts to exchange changes inside and outside periodically. */
  begin(): void
  rest(): void
  /** Stores the changes inside in the volumes at once: before a pause, and before the end. Gives the refused ones. */
  takeBack(): Promise<string[]>
}

/** Lays volumes into machines. */
export interface MachineVolumes {
  /** Throws VOLUME_NOT_FOUND. Called for each new sandbox, also for one that is booted from its files. */
  lay(sandbox: Sandbox, request: Pick<MachineInfo, 'userId' | 'volumes'>): Promise<LaidVolumes>
}

export const nothingLaid: LaidVolumes = { begin() {}, rest() {}, takeBack: async () => [] }
