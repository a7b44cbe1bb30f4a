import type { Node } from '../../../../language/tree/tree.ts'
import type { GuardRule, Spot } from '../../rule.ts'
import type { JavaScriptProgram } from '../program.ts'

export type JavaScriptRule = GuardRule<JavaScriptProgram>

export const spotAt = ({ start, end }: Node, details?: Omit<Spot, 'start' | 'end'>): Spot => ({
  start,
  end,
  ...details,
})
