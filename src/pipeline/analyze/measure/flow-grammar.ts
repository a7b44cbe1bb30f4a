import type { Node, Tree } from '../../../language/tree/tree.ts'

/** What one node means for whoever follows the program. */
export interface Step {
  /** Ways through the program that it adds. */
  paths?: number
  /** Effort that it adds wherever it stands. */
  flat?: number
  /** It breaks the flow: it adds one, and one more for each level around it. */
  breaks?: true
  /** It is a statement with a body, and counts for the depth of nesting. */
  nests?: true
}

export interface FoundFunction {
  name: string
  parameters: number
  /** Small functions without a name are measured, but not told. */
  isListed: boolean
  /** A method is called through its object. */
  isMethod: boolean
}

/** Whom a call names: a function by its name alone, or a method of the object that the caller belongs to. */
export interface NamedCall {
  name: string
  ofSelf: boolean
}

/** How control flow looks in the trees of one language. */
export interface FlowGrammar {
  stepOf(node: Node, tree: Tree): Step | undefined
  /** It and all in it stand one level deeper than its parent. */
  isDeeper(node: Node): boolean
  functionAt(node: Node, tree: Tree): FoundFunction | undefined
  /** What gives its name to the functions in it. Methods of a class stand on no level, wherever the class is. */
  holderAt(node: Node, tree: Tree): { name: string; isClass: boolean } | undefined
  callAt(node: Node, tree: Tree): NamedCall | undefined
  /** A function in a function stands one level deeper, unless the outer one is there only to hold it. */
  isOnlyHeld(inner: Node, tree: Tree): boolean
  /** Functions that break no flow themselves do not count as a level around the functions in them. */
  ignoresHolders: boolean
  operands: ReadonlySet<string>
}
