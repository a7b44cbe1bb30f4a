import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Binding, Bindings } from './bindings.ts'

/** What a constant expression is worth. Texts may have holes: parts that are not known before the program runs. */
export type Value = string | number | boolean | null | Value[]

/** Stands in a text for what is not known. */
export const HOLE = '\uFFFC'

/** The questions that the readers of a program ask each other; each answers for any node, and remembers. */
export interface Reading {
  tree: Tree
  bindings: Bindings
  /** What is given to `this.name`, and to properties of classes, by name. */
  fields: ReadonlyMap<string, readonly Node[]>
  /** Arguments of every call of a function of the program: by its binding, or by the name of a method. */
  callsOf: ReadonlyMap<Binding | string, readonly (readonly Node[])[]>
  /** What an expression is, by its canonical name: `child_process.exec`, `express().get`, `?` when nobody knows. */
  nameOf(node: Node): string
  /** The expression that a variable or a member of a literal stands for; the node itself when nobody knows. */
  follow(node: Node): Node
  evaluate(node: Node): Value | undefined
  /** Where a value comes from: flags of `ORIGIN`. */
  originsOf(node: Node): number
}
