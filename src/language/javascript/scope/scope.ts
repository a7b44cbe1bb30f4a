import type { Node } from '../../tree/tree.ts'

export type BindingKind = 'var' | 'let' | 'const' | 'function' | 'class' | 'parameter' | 'import' | 'catch' | 'type'

/** A name of the program, with all its definitions and uses. */
export interface Binding {
  name: string
  kind: BindingKind
  scope: Scope
  /** Declarations of the name; a `var` can have more than one. */
  definitions: Node[]
  reads: Node[]
  /** Assignments other than the first value in the declaration. */
  writes: Node[]
}

export interface Scope {
  node: Node
  parent: Scope | undefined
  /** Whether `var` and function names are declared in this scope. */
  isFunction: boolean
  bindings: Map<string, Binding>
}

export interface Scopes {
  root: Scope
  bindings: readonly Binding[]
  /** The binding of the name at this place; undefined for names from outside of the program. */
  bindingAt(name: Node): Binding | undefined
  /** The binding of any node whose text is a name, definitions included, whether or not it counts as a use. */
  find(name: Node): Binding | undefined
}
