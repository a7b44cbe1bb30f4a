import type { Fault } from '../strategy.ts'
import { messageOf } from './edits.ts'

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`
const UNKNOWN = new RegExp(
  `^(?:name|cannot access (?:local|free) variable) '(${NAME})'|^local variable '(${NAME})'|^free variable '(${NAME})'`,
  'u',
)

/** The name that a NameError is about. */
export function wantedName(fault: Fault): string | undefined {
  const found = messageOf(fault, UNKNOWN)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

const SUGGESTED = new RegExp(`Did you mean:? '?(${NAME})`, 'u')

/** The name that the interpreter itself suggests. */
export function suggestedName({ diagnosis }: Fault): string | undefined {
  const { hint, message } = diagnosis
  return (
    SUGGESTED.exec(message)?.[1] ?? (hint === undefined ? undefined : (SUGGESTED.exec(hint)?.[1] ?? onlyName(hint)))
  )
}

const onlyName = (hint: string): string | undefined => new RegExp(`^'?(${NAME})'?$`, 'u').exec(hint)?.[1]
