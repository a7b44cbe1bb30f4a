import type { MachineInfo, StartingPoint } from './machine.ts'

/** What the store keeps of a machine. */
export interface MachineRecord {
  info: MachineInfo
  /** Where it, or what it is a copy of, began. */
  from: StartingPoint
  /** What its box consists of: ids in `Layers`, the lowest first. */
  layers: string[]
  /** What it had written above those when it was paused. */
  saved: string | null
  /** Who has its box: with that engine the box is gone. Null when there is none. */
  engineId: string | null
  /** The machine it is a copy of. */
  copyOf?: string
}

/** What a box that is booted from its files consists of. */
export const bootLayers = ({ layers, saved }: MachineRecord): string[] => (saved === null ? layers : [...layers, saved])
