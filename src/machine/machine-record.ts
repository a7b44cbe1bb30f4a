import type { MachineInfo, StartingPoint } from './machine.ts'

/** A machine as the store keeps it. */
export interface MachineRecord {
  info: MachineInfo
  /** The starting point of this machine, or of the machine it is a copy of. */
  from: StartingPoint
  /** The layers of the machine's sandbox: ids in `Layers`, the lowest first. */
  layers: string[]
  /** The layer of the machine's changes when it was paused. */
  saved: string | null
  /** The engine that has its sandbox, which dies with that engine. Null when there is none. */
  engineId: string | null
  /** The machine it is a copy of. */
  copyOf?: string
}

/** The layers of a sandbox that is booted from its files. */
export const bootLayers = ({ layers, saved }: MachineRecord): string[] => (saved === null ? layers : [...layers, saved])
