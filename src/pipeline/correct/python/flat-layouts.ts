import { isApart, isHead, OPENED_BY } from './block-head.ts'
import type { Statement } from './program.ts'

/** Depths for statements that have lost theirs, and how unlikely they are. */
export interface Layout {
  depths: number[]
  cost: number
}

interface Open {
  word: string
  depth: number
}

interface Partial extends Layout {
  /** The heads of the blocks around the last statement, the outermost first. */
  open: Open[]
}

const BEAM = 24
const ENDS = new Set(['return', 'break', 'continue', 'raise', 'pass'])
const LOOPS = new Set(['for', 'while'])
/** A statement that leaves a block for no visible reason. */
const LEAVES = 0.6
const FAR = 1

/**
 * The likeliest ways to nest statements that all stand at one depth. A head is followed by its block; `else` belongs to the nearest head that may
 * have one; nothing follows a `return` in its own block; the last `return` is one of the whole function; a gap ends blocks.
 */
export function flatLayouts(statements: readonly Statement[], most: number): Layout[] {
  let beam: Partial[] = [{ depths: [], cost: 0, open: [] }]
  statements.forEach((_, index) => {
    beam = beam
      .flatMap((partial) => placed(partial, statements, index))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, BEAM)
  })
  return beam.filter(() => !isHead(statements.at(-1))).slice(0, most)
}

function placed(partial: Partial, statements: readonly Statement[], index: number): Partial[] {
  const statement = statements[index]
  if (!statement) return []
  const before = statements[index - 1]
  const depth = partial.depths.at(-1) ?? 0
  const openers = OPENED_BY[statement.first.text]
  if (isHead(before)) return openers ? [] : [at(partial, statement, { depth: depth + 1, cost: 0 })]
  if (openers) {
    const partners = partial.open.filter(({ word }) => openers.includes(word)).toReversed()
    return partners.map((partner, far) => at(partial, statement, { depth: partner.depth, cost: far * FAR }))
  }
  const isEnd = before !== undefined && ENDS.has(before.first.text)
  const deepest = isEnd ? depth - 1 : depth
  const depths = Array.from({ length: Math.max(0, deepest + 1) }, (_, each) => deepest - each)
  if (index === 0) return [at(partial, statement, { depth: 0, cost: 0 })]
  return depths.map((each) => at(partial, statement, { depth: each, cost: costOf(each) }))

  function costOf(each: number): number {
    const left = partial.open.filter((one) => one.depth >= each)
    if (statement && isApart(before, statement) && !hasCommentOnly(before, statement)) return each * 0.3
    const isLast = index === statements.length - 1
    if (statement?.first.text === 'return' && isLast) return each * FAR
    if (statement?.first.text === 'def') return each * FAR
    // A return in a loop, at the depth of its body, would end it in the first round.
    const isEarly =
      statement?.first.text === 'return' && partial.open.some((one) => LOOPS.has(one.word) && one.depth < each)
    const free = isEnd ? 1 : 0
    return Math.max(0, left.length - free) * LEAVES + (isEarly ? FAR : 0)
  }
}

/** Comments stand between statements of one block too, and say less than a blank line. */
const hasCommentOnly = (above: Statement | undefined, below: Statement): boolean =>
  above !== undefined && below.line - above.lastLine === 2

function at(partial: Partial, statement: Statement, { depth, cost }: { depth: number; cost: number }): Partial {
  const open = partial.open.filter((each) => each.depth < depth)
  const word = statement.first.text
  return {
    depths: [...partial.depths, depth],
    cost: partial.cost + cost,
    open: isHead(statement) ? [...open, { word, depth }] : open,
  }
}
