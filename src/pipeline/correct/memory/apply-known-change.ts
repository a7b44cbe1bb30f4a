import {
  isHole,
  isOwnName,
  type KnownChange,
  MOST_CHANGE_TOKENS,
  type placedTokens,
} from '../../../contract/known-change.ts'
import type { Edit } from '../strategy.ts'

/** A place of a program that a known change fits. */
export interface Fit {
  edit: Edit
  /** From 0 to 1: how much of the surroundings of the change is there too. */
  closeness: number
}

type Placed = ReturnType<typeof placedTokens>

const MOST_PLACES = 3
/** A shorter name says too little about the place that it stands in. */
const TELLING = /^[\p{L}_][\p{L}\p{N}_]{2,}$|^["'].{3,}["']$/u
const WHOLE = 1
const NEAR = 0.85
const BARE = 0.65

/** The places that a change fits: with all its surroundings, with its neighbours, or with a telling word of its own. */
export function fitsOf(change: KnownChange, program: Placed): Fit[] {
  if (change.before.length > MOST_CHANGE_TOKENS || change.after.length > MOST_CHANGE_TOKENS) return []
  return formsOf(change).flatMap((form) => placesOf(form, program))
}

interface Form {
  left: string[]
  core: string[]
  right: string[]
  fresh: string[]
  closeness: number
  /** Only the beginning of a program fits. */
  isAtStart: boolean
}

/** The change with less and less of its surroundings. */
function formsOf({ before, after }: KnownChange): Form[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const core = before.slice(head, before.length - tail)
  const fresh = after.slice(head, after.length - tail)
  if (core.length === 0 && fresh.length === 0) return []
  const [left, right] = [before.slice(0, head), before.slice(before.length - tail)]
  const whole = { left, core, right, fresh, closeness: WHOLE, isAtStart: false }
  const near = {
    ...whole,
    left: left.slice(lastWord(left)),
    right: right.slice(0, firstWord(right) + 1),
    closeness: NEAR,
  }
  const bare = { ...whole, left: [], right: [], closeness: BARE }
  // A line that was put at the top, such as an import, needs nothing around it.
  if (core.length === 0) return left.length === 0 ? [{ ...bare, isAtStart: true }] : [whole]
  return core.some((token) => TELLING.test(token)) ? [whole, near, bare] : [whole, near]
}

/** A blank beside a change says nothing: the neighbour is the next word or sign. */
const firstWord = (tokens: readonly string[]): number => tokens.findIndex((token) => token.trim() !== '')
const lastWord = (tokens: readonly string[]): number =>
  Math.max(
    0,
    tokens.findLastIndex((token) => token.trim() !== ''),
  )

function placesOf(form: Form, program: Placed): Fit[] {
  const { left, core, right, fresh, closeness } = form
  const wanted = [...left, ...core, ...right]
  const fits: Fit[] = []
  const last = form.isAtStart ? 0 : program.length - wanted.length
  for (let at = 0; at <= last && fits.length < MOST_PLACES; at++) {
    const names = namesAt(wanted, program, at)
    const text = names && filled(fresh, names)
    if (text === undefined) continue
    const first = at + left.length
    const start = program[first]?.start ?? endOf(program[first - 1])
    const end = core.length === 0 ? start : endOf(program[first + core.length - 1])
    fits.push({ edit: { start, end, text }, closeness })
  }
  return fits
}

const endOf = (token: Placed[number] | undefined): number => (token ? token.start + token.text.length : 0)

/** The names that fill the holes, where the program has these tokens one after the other; undefined where it has not. */
function namesAt(wanted: readonly string[], program: Placed, at: number): Map<string, string> | undefined {
  const names = new Map<string, string>()
  for (const [index, token] of wanted.entries()) {
    const here = program[at + index]
    if (!here || (index > 0 && here.start !== endOf(program[at + index - 1]))) return undefined
    if (isHole(token)) {
      const known = names.get(token)
      if (!isOwnName(here.text) || (known !== undefined && known !== here.text)) return undefined
      names.set(token, here.text)
    } else if (here.text !== token) return undefined
  }
  return names
}

/** Undefined when a hole has no name in this program. */
function filled(tokens: readonly string[], names: Map<string, string>): string | undefined {
  const texts = tokens.map((token) => (isHole(token) ? names.get(token) : token))
  return texts.includes(undefined) ? undefined : texts.join('')
}
