import type { Parameter } from './read-parameters.ts'

/** A function or class of the program that can be called, in the form that the programs in `inside/` read. */
export interface Callable {
  id: number
  /** Its name in the test file. */
  name: string
  /** The expression that reaches it from the program's top level. */
  expression: string
  parameters: Parameter[]
  /** Argument texts of calls in the program. */
  examples: string[][]
  constants: Constants
  /** The callable is a class, called with `new`. */
  isConstructed: boolean
  /** Members of the object that it makes, if that object is tested. */
  members?: Member[]
  line: number
}

export interface Member {
  /** Empty when the made value is itself a function. */
  name: string
  parameters: Parameter[]
  examples: string[][]
  /** The callable is a getter, which is read, not called. */
  isRead: boolean
}

export interface Constants {
  numbers: number[]
  strings: string[]
}
