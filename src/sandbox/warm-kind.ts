/** Something that boxes are kept waiting for. */
export interface WarmKind {
  /** What `SandboxSpec.warm` says. */
  name: string
  /** Made ready when a server starts, not when somebody first asks for it. */
  early: boolean
  /** Modules of Python that the box's zygote has imported. */
  preload: readonly string[]
  /** The interpreter that waits inside; without one the box itself is all that is warm. */
  wait?: {
    /** The command it waits for. */
    command: string[]
    /** The file with its program, below the workspace. */
    fileName: string
    /** How it is held at its start line: in the forked Python itself, by what Bash reads first, or by the file of the program being a pipe. */
    by: 'python' | 'bash' | 'file'
    /** Whether it can still be given arguments. */
    takesArguments: boolean
    reservedMb: number
    /** What it reads at its start, beside its program. */
    files?(): Promise<ReadonlyMap<string, Uint8Array>>
  }
}
