import type { MachineLog } from './machine.ts'

/** The log of one machine, in short lines. */
export interface MachineNotes {
  add(message: string, level?: MachineLog['level']): void
  list(): MachineLog[]
}

const MOST_LINES = 1000
const LONGEST_LINE = 2000
const MOST_CHARACTERS = 65_536

/** Keeps the newest lines only: an owner who starts many programs must not fill the server's memory. */
export function createMachineNotes(clock: () => number): MachineNotes {
  const lines: MachineLog[] = []
  let characters = 0
  return {
    add(message, level = 'info') {
      const line = { atMs: clock(), level, message: message.length > LONGEST_LINE ? startOf(message) : message }
      lines.push(line)
      characters += line.message.length
      while (lines.length > MOST_LINES || characters > MOST_CHARACTERS) characters -= lines.shift()?.message.length ?? 0
    },
    list: () => [...lines],
  }
}

/** Copies the text: a slice of a string would keep the whole string in memory. */
const startOf = (message: string) => Buffer.from(message.slice(0, LONGEST_LINE)).toString()
