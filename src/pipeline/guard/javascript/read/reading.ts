import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Binding, Bindings } from './bindings.ts'

/** The value of a constant expression. Texts may have holes: parts that are unknown before the program runs. */
export type Value = string | number | boolean | null | Value[]

/** Stands in a text for an unknown part. */
export const HOLE = '\uFFFC'

/** The queries that the readers of a program ask each other; each answers for any node, and caches its answers. */
export interface Reading {
  tree: Tree
  bindings: Bindings
  /** Values that `this.name` and properties of classes get, by name. */
  fields: ReadonlyMap<string, readonly Node[]>
  /** Arguments of every call of a function of the program: by its binding, or by the name of a method. */
  callsOf: ReadonlyMap<Binding | string, readonly (readonly Node[])[]>
  /** The canonical name of an expression: `child_process.exec`, `express().get`, `?` when it is unknown. */
  nameOf(node: Node): string
  /** The expression that a variable or a member of a literal stands for; the node itself when that is unknown. */
  follow(node: Node): Node
  evaluate(node: Node): Value | undefined
  /** The origins of a value: flags of `ORIGIN`. */
  originsOf(node: Node): number
}
