import { bareBuiltin } from './bare-builtin.ts'
import type { Change } from './change.ts'
import { commentsOut } from './comments-out.ts'
import { converts } from './converts.ts'
import { equalOperands } from './equal-operands.ts'
import { inventsEmptyBody } from './invents-empty-body.ts'
import { isProse } from './is-prose.ts'
import { leavesNothing } from './leaves-nothing.ts'
import { ownPart } from './python/own-part.ts'
import { renamesCaller } from './renames-caller.ts'
import { weakens } from './weakens.ts'

export interface Refusing {
  /** Whether the change may make something up, as long as it tells so. */
  mayAssume: boolean
  /** Whether the change follows another one of the program's behaviour. */
  isBehind: boolean
  /** Whether a function that worked takes the place of another: it may be shorter. */
  isKnown?: boolean | undefined
  /** Whether tests of the caller asked for the change: a call of what nothing defines may go. */
  isTested?: boolean | undefined
}

/**
 * The reason why a change is no repair, however well the program runs with it; undefined when there is none. Every change is
 * checked, of rules and of models.
 */
export function refuses(
  given: Change,
  { mayAssume, isBehind, isKnown = false, isTested = false }: Refusing,
): string | undefined {
  const change = given.language === 'python' ? { ...given, before: ownPart(given) } : given
  return (
    isProse(given) ??
    weakens(change, { mayLose: isKnown, isTested }) ??
    leavesNothing(change) ??
    (mayAssume ? undefined : inventsEmptyBody(change)) ??
    commentsOut(change) ??
    (isKnown ? undefined : isSlip(change)) ??
    (isBehind && converts(change) ? 'it converts a type behind another change' : undefined)
  )
}

/** Slips of changes that nobody has seen working. */
const isSlip = (change: Change): string | undefined =>
  renamesCaller(change) ?? equalOperands(change) ?? bareBuiltin(change)
