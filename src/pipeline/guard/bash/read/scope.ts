import type { Origin, Unknown, Value } from './bash-program.ts'

/** What is known about the variables, aliases and functions of a program at one place of it. */
export interface Scope {
  set(name: string, value: Value): void
  get(name: string): Value | undefined
  /** What follows may or may not happen, until `leave`. */
  enter(): void
  leave(): void
  aliases: Map<string, string>
  routines: Set<string>
}

/** Text that variables put into words, over a whole program: `b=$a$a; c=$b$b …` doubles each time. */
const MOST_EXPANDED = 500_000
const LONGEST_VALUE = 20_000

export function createScope(): Scope {
  const variables = new Map<string, { value: Value; branch: number }>()
  const branches = [0]
  let branchCount = 0
  let expanded = 0
  return {
    aliases: new Map(),
    routines: new Set(),
    enter: () => void branches.push(++branchCount),
    leave: () => void branches.pop(),
    set(name, value) {
      const branch = branches.at(-1) ?? 0
      const known = variables.get(name)
      const isCertain = !known || branch === 0 || known.branch === branch || known.value.text === value.text
      variables.set(name, { value: isCertain ? value : either(name, known.value, value), branch })
    },
    get(name) {
      const value = variables.get(name)?.value
      if (!value) return undefined
      expanded += value.text.length
      const isTooMuch = value.text.length > LONGEST_VALUE || expanded > MOST_EXPANDED
      return isTooMuch ? unknownValue(value, { name, origin: 'other', isQuoted: false }) : value
    },
  }
}

/** Set in one branch or another: it comes from outside only when it does so in both. */
function either(name: string, one: Value, other: Value): Value {
  const originOf = ({ unknowns }: Value) => OUTSIDE.find((kind) => unknowns.some(({ origin }) => origin === kind))
  const isForeign = originOf(one) !== undefined && originOf(other) !== undefined
  const sources = [one, other].flatMap(({ unknowns }) => unknowns.flatMap((unknown) => unknown.sources)).slice(0, 20)
  const isNeverEmpty = [one, other].every(({ text, unknowns }) => text !== '' && unknowns.length === 0)
  const origin = isForeign ? (originOf(other) ?? 'other') : 'other'
  return unknownValue(other, { name, origin, isQuoted: false, sources, isNeverEmpty })
}

const OUTSIDE: Origin[] = ['request', 'input', 'argument']

export function unknownValue(
  place: { start: number; end: number },
  unknown: Pick<Unknown, 'name' | 'origin' | 'isQuoted'> & Partial<Unknown>,
): Value {
  const { start, end } = place
  return {
    text: `\${${unknown.name}}`,
    start,
    end,
    isPlain: false,
    unknowns: [{ start, end, isNeverEmpty: false, sources: [], ...unknown }],
  }
}
