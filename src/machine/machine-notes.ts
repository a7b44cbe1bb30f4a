import type { MachineLog } from './machine.ts'

/** What happened to one machine, in short lines. */
export interface MachineNotes {
  add(message: string, level?: MachineLog['level']): void
  list(): MachineLog[]
}

const MOST_LINES = 1000
const LONGEST_LINE = 2000

/** The newest lines only: whoever starts many programs must not fill the server's memory. */
export function createMachineNotes(clock: () => number): MachineNotes {
  const lines: MachineLog[] = []
  return {
    add(message, level = 'info') {
      lines.push({ atMs: clock(), level, message: message.slice(0, LONGEST_LINE) })
      if (lines.length > MOST_LINES) lines.shift()
    },
    list: () => [...lines],
  }
}
