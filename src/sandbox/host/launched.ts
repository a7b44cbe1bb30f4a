import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { SandboxStatus } from './bubblewrap-status.ts'

/** A started bubblewrap, with its channels. */
export interface Launched {
  process: ChildProcess
  wire: Duplex
  status: SandboxStatus
  /** Lets bubblewrap build: it waits for its walls until then, so it can be put into a control group first. */
  build(): void
  isBuilding(): boolean
  /** Complaints of bubblewrap, or of the program it started. */
  complaint(): string
}

export function exitOf({ process: child }: Pick<Launched, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}
