import type { Node } from '../../../../language/tree/tree.ts'

/** The known facts about an expression, without running it. */
export interface Value {
  /** The full name: `os.system`, or `socket.socket()` for the result of that call; `?` when it is unknown. */
  readonly name: string
  /** Its text, with `HOLE` for each unknown piece. Bytes have one character each. */
  readonly text?: string | undefined
  /** All texts, if it is one of several constants. */
  readonly choices?: readonly string[] | undefined
  readonly number?: number | undefined
  readonly literal?: 'True' | 'False' | 'None' | undefined
  readonly items?: readonly Value[] | undefined
  readonly entries?: ReadonlyMap<string, Value> | undefined
  readonly origins: number
  /** The uses for which the foreign pieces of the value were made safe. */
  readonly clean: number
  /** Whether the name was composed from pieces, or looked up by a text. */
  readonly isHidden?: boolean | undefined
  readonly definition?: FunctionInfo | ClassInfo | undefined
  /** Arguments that `functools.partial` has already bound. */
  readonly bound?: Arguments | undefined
  /** For a file: the path and mode it was opened with. */
  readonly opened?: { path: Value; mode: string } | undefined
  /** The class of the program that the value is an instance of. */
  readonly instanceOf?: ClassInfo | undefined
}

/** An argument of a call: its value and its place. */
export interface Argument {
  value: Value
  node: Node
  /** Includes the name and the `=` of a keyword. */
  start: number
}

export interface Arguments {
  positional: Argument[]
  keywords: Map<string, Argument>
  /** Whether there are more arguments, behind `*` or `**`. */
  isOpen: boolean
}

/** The variables of a module, class or function. */
export interface Scope {
  readonly owner: FunctionInfo | undefined
  readonly module: Scope
  /** Names that `global` and `nonlocal` bind to the module. */
  readonly globals: Set<string>
  /** Searches the functions around this one too. */
  find(name: string): Value | undefined
  /** The names that were assigned in this scope. */
  own(): ReadonlyMap<string, Value>
  assign(name: string, value: Value): void
  /** Adds one more possible value. */
  merge(name: string, value: Value): void
  /** One of these branches runs; each returns whether it leaves, so that later code does not see its assignments. */
  branches(works: readonly (() => boolean)[]): void
}

export interface Parameter {
  name: string
  annotation: string
  /** `*` or `**`. */
  star: string
  /** The default, if it is a constant text. */
  usual?: string | undefined
}

/** A function that the program defines. */
export interface FunctionInfo {
  kind: 'function'
  name: string
  node: Node
  parameters: Parameter[]
  /** The full names of the function's decorators, such as `flask.Flask().route`. */
  decorators: Value[]
  /** Origins of the function's parameters, if requests of a web framework or the command line fill them. */
  parameterOrigins: number
  scope: Scope
  owner: ClassInfo | undefined
  /** Arguments of the program's own calls for each parameter, by name. */
  given: Map<string, Value>
  /** The returned value; absent until the function has been read. */
  result?: Value
  state: 'new' | 'open' | 'done'
}

/** A class that the program defines. */
export interface ClassInfo {
  kind: 'class'
  name: string
  bases: Value[]
  methods: Map<string, FunctionInfo>
  /** Values that the objects of the class keep. */
  attributes: Map<string, Value>
}
