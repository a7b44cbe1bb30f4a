import type { CallFacts, CallKind } from '../../../../language/calls/call-facts.ts'
import type { NameTable } from './names.ts'
import type { Value } from './value.ts'

/** A call with its arguments. */
export interface Call {
  name: string
  args: readonly Value[]
  /** Arguments with names, as `mode: "w"`. */
  options: ReadonlyMap<string, Value>
  receiver: Value | undefined
  start: number
  end: number
}

/** A command that the program starts: a line for a shell, or a program with its arguments. */
export interface Command {
  /** As a shell would read it; a hole for each unknown part. */
  line: string
  isShell: boolean
  from: number
  start: number
  end: number
}

/** Text of a literal in the program. */
export interface Literal {
  text: string
  /** The origin of the values in it. */
  from: number
  start: number
  end: number
}

/** A program as its calls, with the constants that they are given. */
export interface CallProgram {
  source: string
  language: string
  facts: CallFacts
  kinds: NameTable<CallKind>
  calls: readonly Call[]
  commands: readonly Command[]
  literals: readonly Literal[]
  /** Calls by kind. */
  callsOf(kind: CallKind): readonly Call[]
  /** The code without comments and strings, with the same length. */
  bare(): string
}
