/** A kind of program for which sandboxes wait in a pool. */
export interface WarmKind {
  /** The name that `SandboxSpec.warm` gives. */
  name: string
  /** Prepared when a server starts, not at the first request. */
  early: boolean
  /** Python modules that the sandbox's zygote has imported. */
  preload: readonly string[]
  /** The interpreter that waits inside; without one only the sandbox itself is warm. */
  wait?: {
    /** The command that the interpreter waits for. */
    command: string[]
    /** The file with the program of that command, below the workspace. */
    fileName: string
    /**
     * Way of holding the interpreter at its start: in the forked Python itself, by the file that Bash reads first, or by a pipe
     * in place of the program's file.
     */
    by: 'python' | 'bash' | 'file'
    /** Whether the waiting interpreter can still be given arguments. */
    takesArguments: boolean
    reservedMb: number
    /** Files that the interpreter reads at its start, beside its program. */
    files?(): Promise<ReadonlyMap<string, Uint8Array>>
  }
}
