import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { BoxStatus } from './bubblewrap-status.ts'

/** A bubblewrap that was started, with what it was given to talk through. */
export interface Launched {
  process: ChildProcess
  wire: Duplex
  status: BoxStatus
  /** Bubblewrap makes nothing before it has read its walls: it can be put into a control group first. */
  build(): void
  isBuilding(): boolean
  /** What bubblewrap, or what it started, complained about. */
  complaint(): string
}

export function exitOf({ process: child }: Pick<Launched, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}
