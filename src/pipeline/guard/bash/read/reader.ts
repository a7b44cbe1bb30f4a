import type { Script, SyntaxNode } from 'unbash'
import type { BashProgram, Invocation, Loop, Range, Routine, Stage, Value } from './bash-program.ts'
import type { Scope } from './scope.ts'

/** Reads one program; the findings go into `program`. */
export interface Reader {
  program: BashProgram
  scope: Scope
  /** Reads the commands of a script; returns those that were found in it. */
  readScript(script: Script | undefined, frame: Frame): Invocation[]
  /** Reads everything below a node of the tree. */
  readNode(node: SyntaxNode, frame: Frame): void
  /** Reads a program within the program, such as that of `sh -c`. */
  readCode(code: Value, frame: Frame): void
  /** Whether the budget allows reading a loop or a function once more, for other values. */
  mayRepeat(): boolean
  /** Whether the budget allows reading a substitution of this length. */
  mayRead(characters: number): boolean
  /** Functions are read later, when all variables are known. */
  later(work: () => void): void
}

/** The reader's place in the program. */
export interface Frame {
  reader: Reader
  place(pos: number, end: number): Range
  /** Number of programs around this one. */
  depth: number
  through: string[]
  /** Whether this inner program was worked out, and may be another one when it runs. */
  isDerived: boolean
  previous: Stage | undefined
  input: Value | undefined
  isBackground: boolean
  isPiped: boolean
  loop: Loop | undefined
  routine: Routine | undefined
}
