import type { Node } from '../../../../language/tree/tree.ts'

/** What is known about an expression without running it. */
export interface Value {
  /** What it is, in full: `os.system`, or `socket.socket()` for what that call returns; `?` where it cannot be told. */
  readonly name: string
  /** Its text, with `HOLE` for each piece that is not known. Bytes have one character each. */
  readonly text?: string | undefined
  /** Where it is one of several constant texts: all of them. */
  readonly choices?: readonly string[] | undefined
  readonly number?: number | undefined
  readonly literal?: 'True' | 'False' | 'None' | undefined
  readonly items?: readonly Value[] | undefined
  readonly entries?: ReadonlyMap<string, Value> | undefined
  readonly origins: number
  /** What its foreign pieces were made safe for. */
  readonly clean: number
  /** The name was put together from pieces, or looked up by a text. */
  readonly isHidden?: boolean | undefined
  readonly definition?: FunctionInfo | ClassInfo | undefined
  /** Arguments that `functools.partial` has given to it already. */
  readonly bound?: Arguments | undefined
  /** For a file: what it was opened with. */
  readonly opened?: { path: Value; mode: string } | undefined
  /** A value of this class of the program. */
  readonly instanceOf?: ClassInfo | undefined
}

/** An argument of a call: its value, and where it stands. */
export interface Argument {
  value: Value
  node: Node
  /** With the name and the `=`, for keywords. */
  start: number
}

export interface Arguments {
  positional: Argument[]
  keywords: Map<string, Argument>
  /** There are more, behind `*` or `**`. */
  isOpen: boolean
}

/** The variables of a module, class or function. */
export interface Scope {
  readonly owner: FunctionInfo | undefined
  readonly module: Scope
  /** Names that `global` and `nonlocal` hand to the module. */
  readonly globals: Set<string>
  /** Also from the functions around this one. */
  find(name: string): Value | undefined
  /** What was written into this one. */
  own(): ReadonlyMap<string, Value>
  assign(name: string, value: Value): void
  /** One more value that it may have. */
  merge(name: string, value: Value): void
  /** One of these happens; each tells whether it leaves, so that nothing behind it sees what it wrote. */
  branches(works: readonly (() => boolean)[]): void
}

export interface Parameter {
  name: string
  annotation: string
  /** `*` or `**`. */
  star: string
  /** What it is when nothing is given, where that is a constant text. */
  usual?: string | undefined
}

/** A function that the program defines. */
export interface FunctionInfo {
  kind: 'function'
  name: string
  node: Node
  parameters: Parameter[]
  /** What its decorators are, in full: `flask.Flask().route`. */
  decorators: Value[]
  /** Its parameters are filled from outside: by requests of a web framework, or by the command line. */
  parameterOrigins: number
  scope: Scope
  owner: ClassInfo | undefined
  /** What calls of it in the program give to each parameter, by name. */
  given: Map<string, Value>
  /** What it returns; absent until it has been read. */
  result?: Value
  state: 'new' | 'open' | 'done'
}

/** A class that the program defines. */
export interface ClassInfo {
  kind: 'class'
  name: string
  bases: Value[]
  methods: Map<string, FunctionInfo>
  /** What is kept in its objects. */
  attributes: Map<string, Value>
}
