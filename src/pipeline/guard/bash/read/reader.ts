import type { Script, SyntaxNode } from 'unbash'
import type { BashProgram, Invocation, Loop, Range, Routine, Stage, Value } from './bash-program.ts'
import type { Scope } from './scope.ts'

/** Reads one program; what is found is put into `program`. */
export interface Reader {
  program: BashProgram
  scope: Scope
  /** Reads the commands of a script; those are given back that were found in it. */
  readScript(script: Script | undefined, frame: Frame): Invocation[]
  /** Reads what stands below a node of the tree. */
  readNode(node: SyntaxNode, frame: Frame): void
  /** A program within the program, such as that of `sh -c`. */
  readCode(code: Value, frame: Frame): void
  /** Whether there is time left to read a loop or a function once more, for other values. */
  mayRepeat(): boolean
  /** What is called later is read later, when all variables are known. */
  later(work: () => void): void
}

/** Where in the program the reader is. */
export interface Frame {
  reader: Reader
  place(pos: number, end: number): Range
  /** Programs within programs. */
  depth: number
  through: string[]
  /** The program that is read was worked out, and may be another one when it runs. */
  isDerived: boolean
  previous: Stage | undefined
  input: Value | undefined
  isBackground: boolean
  isPiped: boolean
  loop: Loop | undefined
  routine: Routine | undefined
}
