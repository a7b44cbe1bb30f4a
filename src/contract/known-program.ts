/** The name under which functions from memory are told. */
export const KNOWN_PROGRAM = 'memory/known-program'

/** A program that worked in a run of the same user. */
export interface KnownProgram {
  /** Of the remembered program. */
  id: string
  code: string
  /** The number of runs that it ended well in. */
  worked: number
}
