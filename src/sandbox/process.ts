export interface OutputChunk {
  stream: 'stdout' | 'stderr'
  bytes: Uint8Array
}

export interface StartOptions {
  env?: Record<string, string>
  /** Inside the box; the workspace, or the home of the user, by default. */
  cwd?: string
  /** Without it the program reads an empty input. */
  stdin?: boolean
  /** A terminal of this size; its output is all `stdout`. */
  pty?: { columns: number; rows: number }
  /** Memory that the interpreter reserves and never uses; granted on top where only reserving can be limited. */
  reservedMb?: number
  /** When it ends, however that is, the rest of its session ends with it; only then its end is told. */
  endsWhole?: boolean
  /** In a system: a name of its /etc/passwd; `user` unless told. Other boxes have no users to choose from. */
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
  /** Told where it was killed, or a child of it, while the box had too much in memory. */
  limit?: 'memory'
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

/** A program that lives in a box, whoever started it. */
export interface Process {
  readonly pid: number
  /**
   * From now on, until the function given back is called: what was printed before is gone, but a listener that is added
   * as soon as `start` has resolved misses nothing. While a listener's promise is open the program is held back; without
   * listeners its output is dropped, so that it never blocks unseen.
   */
  onOutput(listener: (chunk: OutputChunk) => void | Promise<void>): () => void
  /** Resolves when the bytes were taken; throws when its input is closed. */
  write(bytes: Uint8Array): Promise<void>
  closeStdin(): Promise<void>
  /** To the program and every process of its session. */
  signal(signal: Signal): Promise<void>
  resize(size: { columns: number; rows: number }): Promise<void>
  readonly exited: Promise<ProcessEnd>
}
