import type { Analysis } from '../../contract/analysis.ts'
import type { CommandPolicy, CommandVerdict } from '../../contract/command.ts'
import type { Dangers, Program } from '../guard/find-dangers.ts'

export type InspectionKind = 'guard' | 'analyze'

/** Reads programs without running them. */
export interface Inspection {
  dangersOf(program: Program, signal?: AbortSignal): Promise<Dangers>
  /** Undefined for a language without an analysis; throws NOT_READ for a program that could not be read this time. */
  analysisOf(program: Program, signal?: AbortSignal): Promise<Analysis | undefined>
  /** Whether a shell command may be run. */
  verdictOn(command: string, policy: CommandPolicy, signal?: AbortSignal): Promise<CommandVerdict>
  /** Makes the first programs as fast as later ones; takes two or three seconds of a processor. */
  warmUp(): Promise<void>
}

/** A cache of results, by kind and content of the program. Entries may be lost at any time. */
export interface InspectionCache {
  get(key: string): Promise<string | undefined>
  put(key: string, body: string): void
}
