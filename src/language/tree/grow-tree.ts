import type { Parser, PartialParse, TreeCursor } from '@lezer/common'
import { threadCpuMs } from '../thread-cpu-ms.ts'
import { ERROR_NODE, type Node, type Tree } from './tree.ts'

/** Deeper nesting is left out of the tree, so that its readers may recurse. */
export const MOST_DEPTH = 400
/** Longer sources are not programs that anyone reads. */
export const MOST_SOURCE = 500_000

interface GrowingNode extends Node {
  children: GrowingNode[]
}

/**
 * Builds plain objects: they are read many times, and lezer makes its own nodes anew at each access. Nothing is asked about nodes
 * that are left out: some thousand levels down lezer keeps notes of its parser among them, which have no type.
 */
export function growTree(parser: Parser, source: string): Tree {
  const [text, cursor] = parseWhatFits(parser, source.slice(0, MOST_SOURCE))
  const grow = (parent: GrowingNode | undefined): GrowingNode => {
    if (cursor.name === ERROR_NODE) isPartial = true
    const node = { type: cursor.name, start: cursor.from, end: cursor.to, parent, children: [] }
    parent?.children.push(node)
    return node
  }
  let isPartial = text.length < source.length
  const root = grow(undefined)
  let [node, depth, hidden] = [root, 0, 0]
  for (;;) {
    if (cursor.firstChild()) {
      if (hidden > 0 || depth >= MOST_DEPTH) {
        hidden += 1
        isPartial = true
      } else {
        node = grow(node)
        depth += 1
      }
      continue
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return { source: text, root, isPartial }
      if (hidden > 0) hidden -= 1
      else {
        node = node.parent as GrowingNode
        depth -= 1
      }
    }
    if (hidden === 0) node = grow(node.parent as GrowingNode)
  }
}

/**
 * The parser recurses for each level of nesting, up to 2,500 levels, which overflows a small stack. Then only the first half
 * of the source is parsed: nesting that deep is hostile, and the tree is marked as partial.
 */
function parseWhatFits(parser: Parser, text: string): [text: string, cursor: TreeCursor] {
  try {
    return parseInTime(parser, text)
  } catch (error) {
    if (!(error instanceof RangeError) || text === '') throw error
    return parseWhatFits(parser, text.slice(0, text.length >> 1))
  }
}

/**
 * The parser tries many ways to go on after each error, and a source of errors takes long. Broken programs and programs of a newer
 * language take less than 2,000 such steps; what takes more is none, and the count ends it at the same place on every host.
 */
const MOST_STEPS_OF_RECOVERY = 8_000
/** Ordinary code takes a fifth of this, so that a slow host changes no tree; only tokens that are read over and over take as long. */
const mostMs = ({ length }: string): number => 200 + (3 * length) / 1000
const STEPS_BETWEEN_LOOKS = 100

/** Lezer counts the tokens since its last error here; a version without it would be ended by time alone. */
type Recovering = PartialParse & { readonly recovering?: number }

/** Parses until the source has too many errors or its time is over, and gives the text that was parsed. */
function parseInTime(parser: Parser, text: string): [text: string, cursor: TreeCursor] {
  const parse: Recovering = parser.startParse(text)
  const endMs = threadCpuMs() + mostMs(text)
  let recoveries = 0
  for (let step = 1; ; step++) {
    const tree = parse.advance()
    if (tree) return [text.slice(0, parse.stoppedAt ?? text.length), tree.cursor()]
    if ((parse.recovering ?? 0) > 0) recoveries += 1
    const isOver = recoveries > MOST_STEPS_OF_RECOVERY || (step % STEPS_BETWEEN_LOOKS === 0 && threadCpuMs() > endMs)
    if (isOver && parse.stoppedAt === null) parse.stopAt(parse.parsedPos)
  }
}
