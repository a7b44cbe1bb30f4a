import type { Remark } from './language-analysis.ts'
import { type RemarkRule, remarkAt } from './remark-at.ts'
import type { RemarkFinder } from './remark-finder.ts'

const RULE: Omit<RemarkRule, 'rule'> = {
  family: 'refactoring',
  severity: 'low',
  why: 'What is written twice must be changed twice, and is forgotten once.',
  remedy: 'Make it a function and call it from both places.',
}
/** Shorter blocks are alike by chance. */
const FEWEST = 6
/** So many of the lines must do something: brackets and plain data do no work. */
const FEWEST_AT_WORK = 4

interface Line {
  text: string
  number: number
  start: number
  end: number
}

/** Finds lines that stand in the program a second time; indentation does not matter. */
export const repeatedBlocksIn =
  (language: string): RemarkFinder<{ source: string }> =>
  ({ source }) => {
    const lines = linesOf(source)
    const rule = { ...RULE, rule: `${language}/repeated-block` }
    const firstAt = new Map<string, number>()
    const remarks: Remark[] = []
    for (let at = 0; at + FEWEST <= lines.length; at++) {
      const key = keyAt(lines, at)
      const before = firstAt.get(key)
      if (before === undefined) firstAt.set(key, at)
      if (before === undefined || before + FEWEST > at || !isWork(lines.slice(at, at + FEWEST))) continue
      const length = lengthOf(lines, { before, at })
      const [first, last] = [lines[at], lines[at + length - 1]]
      const [from, to] = [lines[before], lines[before + length - 1]]
      if (!first || !last || !from || !to) continue
      const message = `Lines ${first.number} to ${last.number} are the same as lines ${from.number} to ${to.number}.`
      remarks.push(remarkAt(rule, { at: { start: first.start, end: last.end }, message }))
      at += length - 1
    }
    return remarks
  }

/** Lines that are neither blank nor a comment. */
function linesOf(source: string): Line[] {
  let start = 0
  return source.split('\n').flatMap((whole, index): Line[] => {
    const [text, from] = [whole.trim(), start + whole.length - whole.trimStart().length]
    start += whole.length + 1
    const isNothing = text === '' || text.startsWith('#') || text.startsWith('//')
    return isNothing ? [] : [{ text, number: index + 1, start: from, end: from + text.length }]
  })
}

const keyAt = (lines: readonly Line[], at: number): string =>
  lines
    .slice(at, at + FEWEST)
    .map(({ text }) => text)
    .join('\n')

const isWork = (lines: readonly Line[]): boolean =>
  lines.filter(({ text }) => /[=(]/.test(text) && /[a-z]/i.test(text)).length >= FEWEST_AT_WORK

/** The number of lines for which both blocks are alike, without meeting. */
function lengthOf(lines: readonly Line[], { before, at }: { before: number; at: number }): number {
  let length = FEWEST
  while (
    before + length < at &&
    at + length < lines.length &&
    lines[before + length]?.text === lines[at + length]?.text
  )
    length += 1
  return length
}
