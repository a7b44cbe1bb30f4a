import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Facts, Loop } from './facts.ts'
import type { Argument, FunctionInfo, Scope, Value } from './value.ts'

/** What every part of the reading shares. The parts call each other through it. */
export interface Reader {
  readonly tree: Tree
  readonly facts: Facts
  scope: Scope
  loop: Loop | undefined
  /** Names that the program gives a value to; others are filled from outside of what is seen. */
  readonly bound: ReadonlySet<string>
  /** Modules of `from x import *`. */
  readonly starred: string[]
  /** How many more times something may be looked at again with other values. */
  repetitionsLeft: number
  /** Functions that are being read, each inside of a call in the one before it. */
  openCalls: number
  /** What is looked at again is not told again. */
  isMuted: boolean
  evaluate(node: Node | undefined): Value
  /** Goes through the statements below a node; true when they leave the function or loop. */
  run(body: Node): boolean
  define(node: Node, decorators: Value[]): void
  callFunction(info: FunctionInfo, given: GivenArguments): Value
}

export interface GivenArguments {
  positional: readonly Argument[]
  keywords: ReadonlyMap<string, Argument>
}
