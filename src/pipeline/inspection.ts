import type { Analysis } from '../contract/analysis.ts'
import type { CommandPolicy, CommandVerdict } from '../contract/command.ts'
import type { Dangers, Program } from './guard/find-dangers.ts'

export type InspectionKind = 'guard' | 'analyze'
export type InspectionQuestion =
  | (Program & { kind: InspectionKind })
  | { kind: 'command'; command: string; policy: CommandPolicy }
/** Null when the program could not be read. */
export type Inspected = Dangers | Analysis | CommandVerdict | null

/** Reads programs without running them. */
export interface Inspection {
  dangersOf(program: Program, signal?: AbortSignal): Promise<Dangers>
  /** Undefined for a language that nothing here reads, and for a program that cannot be read at all. */
  analysisOf(program: Program, signal?: AbortSignal): Promise<Analysis | undefined>
  /** Whether a command of the shell may be run. */
  verdictOn(command: string, policy: CommandPolicy, signal?: AbortSignal): Promise<CommandVerdict>
  /** Begins to load what the first program needs. */
  prepare(): void
  /** Makes the first programs as quick as later ones; takes two or three seconds of a processor. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** What was found out about a program, by kind and content. What it holds may be lost at any time. */
export interface InspectionCache {
  get(key: string): Promise<string | undefined>
  put(key: string, body: string): void
}
