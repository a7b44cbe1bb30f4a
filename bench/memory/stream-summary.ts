import type { ForeignVerdict } from '../repair/foreign-measure.ts'
import { wilson } from '../repair/wilson.ts'
import { intervalOf } from './interval.ts'

interface Seen {
  verdict: ForeignVerdict
  by?: string | undefined
  confidence?: number | undefined
  /** The outcomes of what memory proposed. */
  known?: string[]
}

/** One program of the stream, as both engines left it. */
export interface SeenPair {
  task: string
  language: string
  kind: string
  off: Seen
  on: Seen
}

const shareOf = (pairs: readonly SeenPair[], arm: 'off' | 'on') => {
  const count = (verdict: ForeignVerdict) => pairs.filter((pair) => pair[arm].verdict === verdict).length
  const [passed, wrong] = [count('passed'), count('wrong')]
  return { passed, wrong, suggestedWell: count('suggested well'), interval: wilson(passed, pairs.length) }
}

function compared(pairs: readonly SeenPair[]) {
  const failing = pairs.filter(({ off }) => off.verdict !== 'fine')
  const gains = failing.map(({ off, on }) => Number(on.verdict === 'passed') - Number(off.verdict === 'passed'))
  return {
    programs: pairs.length,
    failing: failing.length,
    off: shareOf(failing, 'off'),
    on: shareOf(failing, 'on'),
    ...(gains.length > 0 && { gain: intervalOf(gains) }),
  }
}

/** Repairs of both engines over the whole stream, its halves by the number of failing programs, and the languages of the second half. */
export function summaryOf(seen: readonly SeenPair[]) {
  const failing = seen.filter(({ off }) => off.verdict !== 'fine').length
  let left = Math.floor(failing / 2)
  const middle = seen.findIndex(({ off }) => off.verdict !== 'fine' && left-- === 0)
  const second = seen.slice(Math.max(0, middle))
  return {
    all: compared(seen),
    firstHalf: compared(seen.slice(0, Math.max(0, middle))),
    secondHalf: compared(second),
    secondHalfByLanguage: Object.fromEntries(
      Object.entries(Object.groupBy(second, ({ language }) => language)).map(([language, list = []]) => [
        language,
        compared(list),
      ]),
    ),
  }
}
