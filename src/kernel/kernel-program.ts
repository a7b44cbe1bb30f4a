/** The program of one language that runs inside a box and speaks the protocol of `kernel-event.ts`. */
export interface KernelProgram {
  language: string
  /** Other names the language is asked for by. */
  aliases?: string[]
  /** A small loader: the interpreter, told to read the rest of the program from its input. */
  command: string[]
  /** Exactly what the loader reads from its input before the first request, a length in front if it needs one. */
  source(): Promise<Buffer> | Buffer
  /** Random numbers go on where they were when a state is brought back, unless they are told to begin anew. */
  keepsSeed?: boolean
  /** Memory that the interpreter reserves and never uses. */
  reservedMb?: number
}

/** By its name or an alias, however it is written. */
export function findKernelProgram(programs: readonly KernelProgram[], name: string): KernelProgram | undefined {
  const wanted = name.toLowerCase()
  return programs.find(({ language, aliases = [] }) => language === wanted || aliases.includes(wanted))
}
