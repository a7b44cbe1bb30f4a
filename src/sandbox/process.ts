export interface OutputChunk {
  stream: 'stdout' | 'stderr'
  bytes: Uint8Array
}

export interface StartOptions {
  env?: Record<string, string>
  /** Directory inside the sandbox; by default the workspace, or the user's home. */
  cwd?: string
  /** Opens the input; otherwise the program reads an empty one. */
  stdin?: boolean
  /** Gives the program a terminal of this size; its output is all `stdout`. */
  pty?: { columns: number; rows: number }
  /** Memory that the interpreter reserves and never uses; granted on top where only reserving can be limited. */
  reservedMb?: number
  /** When the program ends, in whatever way, the rest of its session ends with it; only then is its end reported. */
  endsWhole?: boolean
  /** User of a system, by a name of its /etc/passwd; `user` by default. Other sandboxes have no users to choose from. */
  user?: string
  /** A name to find the process by, chosen by its owner. */
  tag?: string
}

export interface ProcessInfo {
  pid: number
  command: string[]
  cwd: string
  tag?: string
}

export interface ProcessEnd {
  exitCode: number | null
  signal: string | null
  /** Set when the program or a child of it was killed while the sandbox used too much memory. */
  limit?: 'memory'
  /** Two names in the workspace at most, where that was asked. */
  entries?: string[] | null
}

export type Signal =
  | 'SIGHUP'
  | 'SIGINT'
  | 'SIGQUIT'
  | 'SIGTERM'
  | 'SIGKILL'
  | 'SIGUSR1'
  | 'SIGUSR2'
  | 'SIGSTOP'
  | 'SIGCONT'

/** A live program in a sandbox, no matter which call started it. */
export interface Process {
  readonly pid: number
  /**
   * Listens until the function given back is called. Earlier output is gone, but a listener added as soon as `start` has
   * resolved misses nothing. The program is held back while a listener's promise is open; without listeners its output is
   * dropped, so that the program never blocks unseen.
   */
  onOutput(listener: (chunk: OutputChunk) => void | Promise<void>): () => void
  /** Resolves when the program's input has taken the bytes; throws when it is closed. */
  write(bytes: Uint8Array): Promise<void>
  closeStdin(): Promise<void>
  /** Signals the program and every process of its session. */
  signal(signal: Signal): Promise<void>
  resize(size: { columns: number; rows: number }): Promise<void>
  readonly exited: Promise<ProcessEnd>
}
