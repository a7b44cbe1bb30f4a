import type { Origin, Unknown, Value } from './bash-program.ts'
import { BREAK } from './draft.ts'

/** The known variables, aliases and functions at one place of a program. */
export interface Scope {
  set(name: string, value: Value): void
  get(name: string): Value | undefined
  /** Code from here until `leave` may or may not run. */
  enter(): void
  leave(): void
  /** Whether the place is outside of all branches. */
  isCertain(): boolean
  forget(name: string): void
  /** Sets `$1`, `$2` … to these words while `work` runs. */
  withArguments(args: Value[], work: () => void): void
  aliases: Map<string, string>
  /** Functions, each with a way to read it again for one call. */
  routines: Map<string, (args: Value[]) => void>
  /** Files that the program wrote, with their content. */
  files: Map<string, Value>
}

/** Most characters that variables put into words, over a whole program: `b=$a$a; c=$b$b …` doubles each time. */
const MOST_EXPANDED = 500_000
const LONGEST_VALUE = 20_000
const POSITIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '@', '*']

export function createScope(): Scope {
  const variables = new Map<string, { value: Value; branch: number }>()
  const branches = [0]
  let branchCount = 0
  let expanded = 0
  const put = (name: string, value: Value | undefined) => {
    if (value) variables.set(name, { value, branch: 0 })
    else variables.delete(name)
  }
  return {
    aliases: new Map(),
    routines: new Map(),
    files: new Map(),
    enter: () => void branches.push(++branchCount),
    leave: () => void branches.pop(),
    isCertain: () => branches.length === 1,
    forget: (name) => void variables.delete(name),
    withArguments(args, work) {
      const given = positions(args)
      const before = POSITIONS.map((name) => [name, variables.get(name)] as const)
      for (const name of POSITIONS) put(name, given.get(name))
      work()
      for (const [name, known] of before) put(name, known?.value)
    },
    set(name, value) {
      const branch = branches.at(-1) ?? 0
      const known = variables.get(name)
      const isCertain = !known || branch === 0 || known.branch === branch || known.value.text === value.text
      variables.set(name, { value: isCertain ? value : either(name, [known.value, value]), branch })
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

/** The words `$1` to `$9`, and all of them together. */
function positions(args: Value[]): Map<string, Value> {
  const given = new Map(args.slice(0, 9).map((arg, at) => [`${at + 1}`, arg]))
  const [first] = args
  if (!first) return given
  const text = args.map((arg) => arg.text).join(BREAK)
  const all = { ...first, text, unknowns: args.flatMap(({ unknowns }) => unknowns) }
  return given.set('@', all).set('*', all)
}

/** Set in one branch or another: the value comes from outside only if it does so in both. */
function either(name: string, [one, other]: [Value, Value]): Value {
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
    isExpanded: true,
    unknowns: [{ start, end, isNeverEmpty: false, sources: [], ...unknown }],
  }
}
