import type { Node, Tree } from '../../../language/tree/tree.ts'
import type { Value } from './read/reading.ts'

/** A call with its callee seen through every disguise: `f.call(x, a)` is a call of `f` with `a`. */
export interface Call {
  node: Node
  callee: Node
  /** Canonical name, such as `child_process.exec`. */
  name: string
  /** Last part of the name. */
  method: string
  inputs: readonly Node[]
  isNew: boolean
}

export interface Assignment {
  node: Node
  target: Node
  /** Canonical name. */
  name: string
  /** Last part of the name. */
  key: string
  value: Node
  isAdding: boolean
}

/** A program in the form that rules read. Every query has an answer for every node, right or broken. */
export interface JavaScriptProgram {
  tree: Tree
  /** In the order of the source. */
  calls: readonly Call[]
  assignments: readonly Assignment[]
  functions: readonly Node[]
  loops: readonly Node[]
  /** String literals and templates. */
  texts: readonly Node[]
  members: readonly Node[]
  objects: readonly Node[]
  /** All nodes of a type. */
  ofType(type: string): readonly Node[]
  /** Calls by their canonical names. */
  callsTo(...names: string[]): Call[]
  nameOf(node: Node): string
  follow(node: Node): Node
  /** The possible values of a loop variable, if the list is a literal. */
  choicesOf(node: Node): readonly Node[]
  /** The text of an expression, with `HOLE` for unknown parts; undefined if it is no text. */
  shapeOf(node: Node | undefined): string | undefined
  evaluate(node: Node): Value | undefined
  /** The whole text of an expression, if all of it is known. */
  constantOf(node: Node | undefined): string | undefined
  originsOf(node: Node | undefined): number
  sourceOf(node: Node): string
  /** The value of an option: a property of an object among the inputs of a call. */
  optionOf(call: Call, name: string): Node | undefined
  /** The value of a property of an object literal. */
  propertyOf(object: Node, name: string): Node | undefined
}
