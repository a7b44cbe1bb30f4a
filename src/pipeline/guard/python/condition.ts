import type { Severity } from '../../../contract/finding.ts'
import { type Node, textOf } from '../../../language/tree/tree.ts'
import type { Judgement } from './call-rule.ts'
import type { PythonProgram } from './program.ts'
import type { Call, TextPiece } from './read/facts.ts'
import { constantOf, FOREIGN, HOLE, isForeign, OUTSIDE, origin } from './read/make-value.ts'
import type { Value } from './read/value.ts'

/** An argument by its name, else by its index. */
export function given(call: Call, index: number, ...names: string[]): Value | undefined {
  for (const name of names) {
    const keyword = call.keywords.get(name)
    if (keyword) return keyword.value
  }
  return call.positional[index]?.value
}

export const isTrue = (value: Value | undefined): boolean =>
  value?.literal === 'True' || (value?.number !== undefined && value.number !== 0)

export const isFalse = (value: Value | undefined): boolean =>
  value?.literal === 'False' || value?.literal === 'None' || value?.number === 0

/** Whether nothing in the value is decided while the program runs. */
export const isConstant = (value: Value | undefined): boolean =>
  !value ||
  constantOf(value) !== undefined ||
  value.number !== undefined ||
  value.literal !== undefined ||
  (value.items?.every(isConstant) ?? false)

/** The severity of this value at this use: the source of a value decides about the danger. */
export function gradeOf(
  value: Value | undefined,
  use: number,
  grades: Partial<Record<Grade, Severity>> = {},
): Judgement {
  const grade = value && gradeName(value, use)
  return grade && (grades[grade] ?? GRADES[grade])
}

/** From requests and connections; from the user of the program; from the caller of the function; from elsewhere. */
type Grade = 'remote' | 'outside' | 'parameter' | 'other' | 'kept' | 'unknown'

const GRADES: Record<Grade, Severity | undefined> = {
  remote: 'high',
  outside: 'high',
  parameter: 'high',
  other: 'high',
  kept: 'medium',
  unknown: 'medium',
}

function gradeName(value: Value, use: number): Grade | undefined {
  if (isForeign(value, { bits: origin.request | origin.network, use })) return 'remote'
  if (isForeign(value, { bits: OUTSIDE, use })) return 'outside'
  if (isForeign(value, { bits: origin.parameter, use })) return 'parameter'
  if (isForeign(value, { bits: FOREIGN, use })) return 'other'
  if (isConstant(value) || (value.origins & FOREIGN) !== 0) return undefined
  return value.origins & origin.kept ? 'kept' : 'unknown'
}

/** The first words of a command, with `HOLE` for unknown parts. */
export function commandOf(value: Value | undefined): string {
  if (!value) return ''
  if (value.text !== undefined) return value.text.slice(0, 2000)
  return (value.items ?? [])
    .map((item) => item.text ?? HOLE)
    .join(' ')
    .slice(0, 2000)
}

/** The source text of a node, shortened. */
export const written = (program: PythonProgram, node: Node): string => textOf(program.tree, node).slice(0, 400)

/** A name in the source that stands for a password, token or key. */
const CREDENTIAL =
  /pass(word|wd|phrase|code)|\bpwd\b|_pwd|secret|token|api_?key|private_?key|credential|session_?id|auth_?key|\botp\b|\bpin\b|nonce|csrf|\bsalt\b/i

export const namesCredential = (text: string): boolean => CREDENTIAL.test(text)

/** Literal texts, and those that are composed on the way to a call. */
export function* allTexts({ facts }: PythonProgram): Generator<TextPiece> {
  yield* facts.texts
  for (const call of facts.calls) {
    for (const { node, value } of call.positional) {
      if (value.text !== undefined && !/String$/.test(node.type)) yield { node, text: value.text }
    }
  }
}

/** All arguments of the call. */
export const allGiven = (call: Call): Value[] => [
  ...call.positional.map(({ value }) => value),
  ...[...call.keywords.values()].map(({ value }) => value),
]

/** Whether the program calls one of these. */
export const callsAny = (program: PythonProgram, ...names: string[]): boolean =>
  names.some((name) => program.callsOf(name).length > 0)

/** Whether the value comes from a request, and was not made safe for this use. */
export const isRequested = (value: Value | undefined, use: number): boolean =>
  isForeign(value, { bits: origin.request, use })
