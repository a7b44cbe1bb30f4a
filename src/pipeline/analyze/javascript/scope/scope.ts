import type { Node } from '../../../../language/tree/tree.ts'

export type BindingKind = 'var' | 'let' | 'const' | 'function' | 'class' | 'parameter' | 'import' | 'catch' | 'type'

/** A name of the program and everything that is done with it. */
export interface Binding {
  name: string
  kind: BindingKind
  scope: Scope
  /** Where it is declared; a `var` can be declared more than once. */
  definitions: Node[]
  reads: Node[]
  /** Assignments beside the first value of its declaration. */
  writes: Node[]
}

export interface Scope {
  node: Node
  parent: Scope | undefined
  /** Where `var` and the names of functions go. */
  isFunction: boolean
  bindings: Map<string, Binding>
}

export interface Scopes {
  root: Scope
  bindings: readonly Binding[]
  /** What the name at this place stands for; undefined for names from outside of the program. */
  bindingAt(name: Node): Binding | undefined
}
