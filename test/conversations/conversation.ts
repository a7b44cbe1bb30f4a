/** A cell of a conversation. One that fails must leave nothing behind. */
export interface Cell {
  code: string
  /** What its attempt has to end with; unset for one that has to succeed. */
  failsBy?: 'exit' | 'timeout' | 'output'
  timeoutMs?: number
  outputBytes?: number
}

export interface Conversation {
  language: string
  /** Prints all that there is, the same for the same: variables deep, files by hash. It changes nothing. */
  probe: string
  cells: Cell[]
}

export const works = (code: string): Cell => ({ code })
export const fails = (code: string, more: Partial<Cell> = {}): Cell => ({ code, failsBy: 'exit', ...more })
