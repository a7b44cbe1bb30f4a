import type { Node } from '../../../../language/tree/tree.ts'
import type { Argument, ClassInfo, FunctionInfo, Value } from './value.ts'

/** One call, with all that is known about it. */
export interface Call {
  node: Node
  /** What is called, in full; `?.execute` for a method of something unknown. */
  name: string
  /** The last piece of the name. */
  method: string
  callee: Value
  /** What the method is called on. */
  receiver: Value | undefined
  positional: readonly Argument[]
  keywords: ReadonlyMap<string, Argument>
  /** There are more arguments, behind `*` or `**`. */
  isOpen: boolean
  /** Not written as a call: handed to a thread, to `map` or the like. */
  isIndirect: boolean
  loop: Loop | undefined
  function: FunctionInfo | undefined
  result: Value
}

export interface Loop {
  node: Node
  /** `while True` and its like. */
  isEndless: boolean
  /** Something in it ends it: `break`, `return`, `raise`, `exit`. */
  hasExit: boolean
  /** Something in it takes its time: `sleep`, `recv`, `input`. */
  waits: boolean
  outer: Loop | undefined
}

export interface Assignment {
  /** Name in full; `os.environ[LD_PRELOAD]` for an item. */
  target: string
  /** As it is written. */
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

/** What a program does, in the order in which it is read. */
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
