import { bareBuiltin } from './bare-builtin.ts'
import type { Change } from './change.ts'
import { commentsOut } from './comments-out.ts'
import { converts } from './converts.ts'
import { equalOperands } from './equal-operands.ts'
import { inventsEmptyBody } from './invents-empty-body.ts'
import { isProse } from './is-prose.ts'
import { leavesNothing } from './leaves-nothing.ts'
import { renamesCaller } from './renames-caller.ts'
import { weakens } from './weakens.ts'

export interface Refusing {
  /** Whether the change may make something up, as long as it tells so. */
  mayAssume: boolean
  /** Whether the change follows another one of the program's behaviour. */
  isBehind: boolean
}

/**
 * The reason why a change is no repair, however well the program runs with it; undefined when there is none. Every change is
 * checked, of rules and of models.
 */
export function refuses(change: Change, { mayAssume, isBehind }: Refusing): string | undefined {
  return (
    isProse(change) ??
    weakens(change) ??
    leavesNothing(change) ??
    (mayAssume ? undefined : inventsEmptyBody(change)) ??
    renamesCaller(change) ??
    equalOperands(change) ??
    commentsOut(change) ??
    bareBuiltin(change) ??
    (isBehind && converts(change) ? 'it converts a type behind another change' : undefined)
  )
}
