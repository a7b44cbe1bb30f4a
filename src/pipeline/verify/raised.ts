import type { Executed, Execution } from '../execution.ts'

/** A test that ended with an error of the interpreter: as much a failure of the program as any other. */
export interface Raised {
  /** The program with the code of the test behind it. */
  code: string
  /** The code of the test; empty where only its input differs. */
  test: string
  executed: Executed
  /** The request with the input and the arguments of the test. */
  request: Execution['request']
}
