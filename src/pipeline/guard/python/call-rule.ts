import type { Severity } from '../../../contract/finding.ts'
import { SEVERITIES } from '../../../contract/finding.ts'
import type { Node } from '../../../language/tree/tree.ts'
import type { GuardRule, Spot } from '../rule.ts'
import type { PythonProgram } from './program.ts'
import type { Call } from './read/facts.ts'

export type PythonRule = GuardRule<PythonProgram>

/** The texts of a rule, without its search. */
export type RuleWords = Omit<PythonRule, 'find'>

/** No finding; a finding; a finding of this severity; a finding with more details. */
export type Judgement = boolean | Severity | undefined | Remark

export interface Remark {
  severity?: Severity | undefined
  message?: string | undefined
  fix?: Spot['fix'] | undefined
}

/** Calls by name, and the condition that makes one of them dangerous. */
export interface Clause {
  /** Full names, or methods of any object with a dot before them, separated by spaces. */
  calls: string
  when(call: Call, program: PythonProgram): Judgement
}

/** A rule about calls, one clause for each kind of them. */
export function callRule(words: RuleWords, ...clauses: Clause[]): PythonRule {
  const rows = clauses.map(({ calls, when }) => ({ names: calls.split(' '), when }))
  return {
    ...words,
    find: (program) => {
      const spots = rows.flatMap(({ names, when }) =>
        names.flatMap((name) => program.callsOf(name).flatMap((call) => spotOf(call.node, when(call, program)))),
      )
      return worstOfEach(words.severity, spots)
    },
  }
}

/** A rule about anything but calls. */
export const factRule = (words: RuleWords, find: (program: PythonProgram) => Iterable<Spot>): PythonRule => ({
  ...words,
  find: (program) => worstOfEach(words.severity, [...find(program)]),
})

/** Makes a spot of a place and its judgement, or none. */
export function spotOf({ start, end }: Pick<Node, 'start' | 'end'>, judgement: Judgement): Spot[] {
  if (!judgement) return []
  if (judgement === true) return [{ start, end }]
  const { severity, message, fix } = typeof judgement === 'string' ? { severity: judgement } : (judgement as Remark)
  return [{ start, end, ...(severity && { severity }), ...(message && { message }), ...(fix && { fix }) }]
}

/** One spot for each place: the worst. */
function worstOfEach(usual: Severity, spots: readonly Spot[]): Spot[] {
  const rank = (spot: Spot) => SEVERITIES.indexOf(spot.severity ?? usual)
  const byPlace = new Map<string, Spot>()
  for (const spot of spots) {
    const place = `${spot.start} ${spot.end}`
    const other = byPlace.get(place)
    if (!other || rank(spot) > rank(other)) byPlace.set(place, spot)
  }
  return [...byPlace.values()]
}
