import type { Node, Tree } from '../../../language/tree/tree.ts'

/** The share of one node in a program's complexity. */
export interface Step {
  /** Paths through the program that the node adds. */
  paths?: number
  /** Effort that the node adds, wherever it stands. */
  flat?: number
  /** The node breaks the flow: it adds one, and one more for each level around it. */
  breaks?: true
  /** The node is a statement with a body, and counts for the depth of nesting. */
  nests?: true
}

export interface FoundFunction {
  name: string
  parameters: number
  /** Small functions without a name are measured, but not listed in the report. */
  isListed: boolean
  /** A method is called through its object. */
  isMethod: boolean
}

/** The target of a call: a function by its name alone, or a method of the caller's own object. */
export interface NamedCall {
  name: string
  ofSelf: boolean
}

/** How control flow looks in the trees of one language. */
export interface FlowGrammar {
  stepOf(node: Node, tree: Tree): Step | undefined
  /** Whether the node and its content stand one level deeper than its parent. */
  isDeeper(node: Node): boolean
  functionAt(node: Node, tree: Tree): FoundFunction | undefined
  /** A class or object that prefixes the names of its functions. Methods of a class start at level zero, wherever the class stands. */
  holderAt(node: Node, tree: Tree): { name: string; isClass: boolean } | undefined
  callAt(node: Node, tree: Tree): NamedCall | undefined
  /** A function in a function stands one level deeper, unless the outer one only holds it. */
  isOnlyHeld(inner: Node, tree: Tree): boolean
  /** Functions that break no flow themselves do not count as a level around the functions in them. */
  ignoresHolders: boolean
  operands: ReadonlySet<string>
}
