import type { EngineError } from '../contract/errors.ts'
import { unknownLanguage } from '../contract/unknown-language.ts'

/** The program of one language that runs inside a sandbox and speaks the protocol of `kernel-event.ts`. */
export interface KernelProgram {
  language: string
  /** Other names of the language. */
  aliases?: string[]
  /** A small loader: the interpreter, told to read the rest of the program from its input. */
  command: string[]
  /** The exact bytes that the loader reads from its input before the first request, with a length in front if it needs one. */
  source(): Promise<Buffer> | Buffer
  /** Random numbers continue when a state is restored, unless they are told to begin anew. */
  keepsSeed?: boolean
  /** The interpreter lists the attributes of a variable. */
  tellsAttributes?: boolean
  /** Memory that the interpreter reserves and never uses. */
  reservedMb?: number
}

/** Finds a language by its name or an alias, in any letter case. */
export function findKernelProgram(programs: readonly KernelProgram[], name: string): KernelProgram | undefined {
  const wanted = name.toLowerCase()
  return programs.find(({ language, aliases = [] }) => language === wanted || aliases.includes(wanted))
}

export const unknownKernel = (programs: readonly KernelProgram[], asked: string): EngineError =>
  unknownLanguage(
    asked,
    programs.map(({ language, aliases = [] }) => ({ id: language, aliases })),
  )
