import type { TestKind } from '../../../contract/test-report.ts'
import type { Outcome, Scene } from './found-cases.ts'

/** Edge values: empty, zero, negative, not a number, huge, absent. */
const EDGE =
  /^(?:''|""|\[\]|\{\}|-?0n?|-\d.*|NaN|-?Infinity|null|undefined|9007199254740991|new (?:Map|Set)\((?:\[\])?\)|new Date\(NaN\))$/

/** Text beyond ASCII, or nothing but white space. */
const ODD_TEXT = /[^ -~\n]|^'\s+'$/

export function kindOfCase({ args, steps = [] }: Scene, outcomes: readonly Outcome[]): TestKind {
  const given = [...args, ...steps.flatMap((step) => step.args ?? [])]
  const isEdge = given.some((text) => EDGE.test(text) || ODD_TEXT.test(text))
  return isEdge || outcomes.some(({ kind }) => kind === 'threw') ? 'edge' : 'unit'
}
