/** A shell program as the commands that it really runs, wherever they are hidden in it. */
export interface BashProgram {
  source: string
  invocations: Invocation[]
  /** By name; commands that are functions of the program itself are not among them. */
  byName: Map<string, Invocation[]>
  redirects: Redirect[]
  assignments: Assigned[]
  functions: Routine[]
  loops: Loop[]
}

export interface Range {
  start: number
  end: number
}

/** One command with its words as the shell would hand them over, as far as that can be told. */
export interface Invocation extends Range {
  /** Last part of the path; undefined when it cannot be told. */
  name: string | undefined
  /** The word that names it. */
  word: Value
  args: Value[]
  /** Programs that start it: `sudo`, `env`, `xargs`, `find` … the outermost first. */
  through: string[]
  /** It is a function of the program itself. */
  isOwn: boolean
  /** Its name does not stand in the program letter by letter: it was worked out from variables, patterns or output. */
  isDerived: boolean
  redirects: Redirect[]
  /** What stands before it in its pipeline. */
  previous: Stage | undefined
  isBackground: boolean
  isPiped: boolean
  /** What it prints, when its words say so; what is not known stands in it as in a word. */
  output: Value | undefined
  /** What it reads, when that stands in the program. */
  input: Value | undefined
  loop: Loop | undefined
  routine: Routine | undefined
}

export interface Stage {
  invocations: Invocation[]
  previous: Stage | undefined
}

export interface Redirect extends Range {
  operator: string
  /** Undefined for the usual one of the operator. */
  descriptor: number | undefined
  target: Value
  /** What is written there, when that stands in the program. */
  content: Value | undefined
}

export interface Assigned extends Range {
  name: string
  value: Value
}

/** A function of the program. */
export interface Routine extends Range {
  name: string
  /** It is there whatever the program does before. */
  isCertain: boolean
  invocations: Invocation[]
}

export interface Loop extends Range {
  /** Its condition is always met. */
  isEndless: boolean
  /** What it walks over, for `for`. */
  over: Value[]
  variable: string | undefined
  invocations: Invocation[]
  redirects: Redirect[]
}

/** A word: quotes taken off, constants put in. What is not known stands in the text as `${NAME}`. `$HOME` is `~`. */
export interface Value extends Range {
  text: string
  unknowns: Unknown[]
  /** Written without quotes, backslashes and expansions. */
  isPlain: boolean
  /** Has something in it that the shell works out: variables, output, patterns. */
  isExpanded: boolean
}

export type Origin = 'argument' | 'input' | 'request' | 'environment' | 'output' | 'number' | 'other'

/** A part of a word that is known only when the program runs. */
export interface Unknown extends Range {
  name: string
  origin: Origin
  isQuoted: boolean
  /** `${X:?}` or `${X:-default}`: it is never empty. */
  isNeverEmpty: boolean
  /** Commands whose output it is. */
  sources: Invocation[]
}
