import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { newAmong } from './new-among.ts'
import { withoutComments } from './without-comments.ts'

/** `x - x`, `i % i`, `t1.id = t1.id` and `2 == 0` have the same value always: no author means that. */
export function equalOperands({ before, after, language }: Change): string | undefined {
  const changed = changedPart(withoutComments(before, language), withoutComments(after, language))
  const pattern = DATABASES.has(language) ? IN_SQL : IN_CODE
  const [made] = newAmong(foundIn(changed.after, pattern), foundIn(changed.before, pattern))
  if (made !== undefined) return `it makes both sides of \`${made}\` equal`
  const [known] = newAmong(foundIn(changed.after, CONSTANT), foundIn(changed.before, CONSTANT))
  return known === undefined ? undefined : `it compares \`${known}\`, which has one answer always`
}

const DATABASES = new Set(['sql', 'postgres', 'duckdb'])
/** Before the left operand: nothing that binds it to something else. */
const START = String.raw`(?<=^|[(\[{,;:=<>&|!?]\s*|\b(?:return|and|or|not|if|elif|while|in|on|where|when|having|select|print|echo)\s+)`
const OPERAND = String.raw`([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[[^\[\]\n]*\])*)`
/** Behind the right operand: nothing that belongs to it, or binds more tightly. */
const END = String.raw`(?![\p{L}\p{N}_$.(\[]|\s*[*/%])`
const OPERATORS = String.raw`-(?![->])|\/\/?|%|===?|!==?|<=?|>=?|&&|\|\||\b(?:and|or)\b`

/** `2 == 0` */
const CONSTANT = new RegExp(
  String.raw`${START}\d+(?:\.\d+)?\s*(?:===?|!==?|<=?|>=?)\s*\d+(?:\.\d+)?(?![\w.]|\s*[-+*/%])`,
  'gmu',
)

const IN_CODE = new RegExp(String.raw`${START}${OPERAND}\s*(?:${OPERATORS})\s*\1${END}`, 'gmu')
const IN_SQL = new RegExp(String.raw`${START}${OPERAND}\s*(?:-|\/|%|=|<>|!=|<=?|>=?|\b(?:and|or)\b)\s*\1${END}`, 'gimu')

const foundIn = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []
