import type { Node } from '../../../language/tree/tree.ts'
import type { Growth } from './growth.ts'

/** A piece of code that runs again and again. */
export interface Loop {
  /** How often the code runs. */
  growth: Growth
  /** Code that runs once, before the first round. */
  outside: readonly Node[]
  /** Code that runs in each round. */
  inside: readonly Node[]
}
