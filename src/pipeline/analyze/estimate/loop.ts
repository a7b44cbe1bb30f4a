import type { Node } from '../../../language/tree/tree.ts'
import type { Growth } from './growth.ts'

/** Something that runs again and again. */
export interface Loop {
  /** How often. */
  growth: Growth
  /** What runs once, before the first round. */
  outside: readonly Node[]
  /** What runs in each round. */
  inside: readonly Node[]
}
