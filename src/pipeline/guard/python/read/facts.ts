import type { Node } from '../../../../language/tree/tree.ts'
import type { Argument, ClassInfo, FunctionInfo, Value } from './value.ts'

/** One call, with all known facts about it. */
export interface Call {
  node: Node
  /** The full name of the callee; `?.execute` for a method of an unknown object. */
  name: string
  /** The last piece of the name. */
  method: string
  callee: Value
  /** The object of the method. */
  receiver: Value | undefined
  positional: readonly Argument[]
  keywords: ReadonlyMap<string, Argument>
  /** Whether there are more arguments, behind `*` or `**`. */
  isOpen: boolean
  /** The function is not written as a call, but passed to a thread, to `map` or the like. */
  isIndirect: boolean
  loop: Loop | undefined
  function: FunctionInfo | undefined
  result: Value
}

export interface Loop {
  node: Node
  /** `while True` and its like. */
  isEndless: boolean
  /** Whether the loop contains an exit: `break`, `return`, `raise`, `exit`. */
  hasExit: boolean
  /** Whether the loop contains a call that waits: `sleep`, `recv`, `input`. */
  waits: boolean
  outer: Loop | undefined
}

export interface Assignment {
  /** Full name; `os.environ[LD_PRELOAD]` for an item. */
  target: string
  /** The source text. */
  written: string
  value: Value
  node: Node
  valueNode: Node
  function: FunctionInfo | undefined
  loop: Loop | undefined
  /** `+=` and its like. */
  isUpdate: boolean
}

export interface Return {
  node: Node
  value: Value
  function: FunctionInfo
}

/** A literal text, not a docstring. */
export interface TextPiece {
  node: Node
  text: string
}

export interface Comparison {
  node: Node
  left: Value
  right: Value
}

/** The actions of a program, in the order in which it is read. */
export interface Facts {
  calls: Call[]
  assignments: Assignment[]
  returns: Return[]
  texts: TextPiece[]
  loops: Loop[]
  comparisons: Comparison[]
  functions: FunctionInfo[]
  classes: ClassInfo[]
  /** Modules by their full names. */
  imports: Set<string>
}

export const noFacts = (): Facts => ({
  calls: [],
  assignments: [],
  returns: [],
  texts: [],
  loops: [],
  comparisons: [],
  functions: [],
  classes: [],
  imports: new Set(),
})
