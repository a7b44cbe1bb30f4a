/** A cell of a conversation. A failing cell must leave nothing behind. */
export interface Cell {
  code: string
  /** The end of the cell's attempt; unset for a cell that has to succeed. */
  failsBy?: 'exit' | 'timeout' | 'output'
  timeoutMs?: number
  outputBytes?: number
}

export interface Conversation {
  language: string
  /** Prints the whole state, equal for equal states: variables deep, files by hash. It changes nothing. */
  probe: string
  cells: Cell[]
}

export const works = (code: string): Cell => ({ code })
export const fails = (code: string, more: Partial<Cell> = {}): Cell => ({ code, failsBy: 'exit', ...more })
