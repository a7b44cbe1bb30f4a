import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Facts, Loop } from './facts.ts'
import type { Argument, FunctionInfo, Scope, Value } from './value.ts'

/** The state that all parts of the reading share, and through which they call each other. */
export interface Reader {
  readonly tree: Tree
  readonly facts: Facts
  scope: Scope
  loop: Loop | undefined
  /** Names that the program assigns; others come from outside. */
  readonly bound: ReadonlySet<string>
  /** Modules of `from x import *`. */
  readonly starred: string[]
  /** How often code may still be read again with other values. */
  repetitionsLeft: number
  /** Number of functions being read, each inside of a call in the one before it. */
  openCalls: number
  /** Code that is read again is not recorded again. */
  isMuted: boolean
  evaluate(node: Node | undefined): Value
  /** Reads the statements below a node; true when they leave the function or loop. */
  run(body: Node): boolean
  define(node: Node, decorators: Value[]): void
  callFunction(info: FunctionInfo, given: GivenArguments): Value
}

export interface GivenArguments {
  positional: readonly Argument[]
  keywords: ReadonlyMap<string, Argument>
}
