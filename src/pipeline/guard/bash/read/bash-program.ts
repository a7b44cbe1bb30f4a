/** A shell program as the commands that it really runs, hidden ones included. */
export interface BashProgram {
  source: string
  invocations: Invocation[]
  /** Commands by name, without the functions of the program itself. */
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

/** One command with its words as the shell would pass them, as far as they are known. */
export interface Invocation extends Range {
  /** Last part of the path; undefined when it is unknown. */
  name: string | undefined
  /** The word that names the command. */
  word: Value
  args: Value[]
  /** Programs that start the command: `sudo`, `env`, `xargs`, `find` … the outermost first. */
  through: string[]
  /** Whether the command is a function of the program itself. */
  isOwn: boolean
  /** Whether the name does not stand in the program letter by letter, but comes from variables, patterns or output. */
  isDerived: boolean
  redirects: Redirect[]
  /** The stage before this command in its pipeline. */
  previous: Stage | undefined
  isBackground: boolean
  isPiped: boolean
  /** The text that the command prints, if its words determine it; unknown parts stand in it as in a word. */
  output: Value | undefined
  /** The text that the command reads, if it stands in the program. */
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
  /** Undefined for the operator's usual descriptor. */
  descriptor: number | undefined
  target: Value
  /** The text that is written there, if it stands in the program. */
  content: Value | undefined
}

export interface Assigned extends Range {
  name: string
  value: Value
}

/** A function of the program. */
export interface Routine extends Range {
  name: string
  /** Whether the definition stands outside of all branches, so that it surely runs. */
  isCertain: boolean
  invocations: Invocation[]
}

export interface Loop extends Range {
  /** Whether the condition of the loop is always met. */
  isEndless: boolean
  /** The words of a `for`. */
  over: Value[]
  variable: string | undefined
  invocations: Invocation[]
  redirects: Redirect[]
}

/** A word without quotes, with constants filled in. Unknown parts stand in the text as `${NAME}`. `$HOME` is `~`. */
export interface Value extends Range {
  text: string
  unknowns: Unknown[]
  /** Written without quotes, backslashes and expansions. */
  isPlain: boolean
  /** Whether the shell expands something in it: variables, output, patterns. */
  isExpanded: boolean
}

export type Origin = 'argument' | 'input' | 'request' | 'environment' | 'output' | 'number' | 'other'

/** A part of a word that is known only when the program runs. */
export interface Unknown extends Range {
  name: string
  origin: Origin
  isQuoted: boolean
  /** `${X:?}` or `${X:-default}`: the value is never empty. */
  isNeverEmpty: boolean
  /** Commands that print the value. */
  sources: Invocation[]
}
