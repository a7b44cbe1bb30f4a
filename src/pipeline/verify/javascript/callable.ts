import type { Parameter } from './read-parameters.ts'

/** Something of the program that can be called, as the programs in `box/` read it. */
export interface Callable {
  id: number
  /** Its name in the test file. */
  name: string
  /** How it is reached from the program's own top level. */
  expression: string
  parameters: Parameter[]
  /** Argument texts of calls in the program. */
  examples: string[][]
  constants: Constants
  /** Called with `new`. */
  isConstructed: boolean
  /** Of the object that it makes, where that is what is tested. */
  members?: Member[]
  line: number
}

export interface Member {
  /** Empty when what is made is itself a function. */
  name: string
  parameters: Parameter[]
  examples: string[][]
  /** A getter: read, not called. */
  isRead: boolean
}

export interface Constants {
  numbers: number[]
  strings: string[]
}
