import { closeSync, openSync, readSync } from 'node:fs'

/** Its first line lists the stems of public code, the most frequent first. */
const TABLE = new URL('../../memory/search/word-vectors.bin', import.meta.url)
const PART = 1 << 16
const LONGEST = 1 << 24
const MOST_TEXT = 20_000

const PIECE = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
/** The table has stems: `position` for `positions`. */
const ENDINGS = ['', 's', 'e', 'es', 'ed', 'ing', 'd']

let ranks: ReadonlyMap<string, number> | undefined

/**
 * Whether programmers use the words of a name more than those of another one: `findPositions` rather than `findPositins`. The words of comments
 * beside it are as good as any.
 */
export function isLikelierWord(name: string, other: string, comments = ''): boolean {
  ranks ??= readRanks()
  const own = new Set(piecesOf(comments))
  return strangenessOf(name, ranks, own) < 0.95 * strangenessOf(other, ranks, own)
}

const piecesOf = (text: string): string[] =>
  (text.slice(0, MOST_TEXT).match(PIECE) ?? []).map((piece) => piece.toLowerCase())

/** The mean of the ranks' logarithms. */
function strangenessOf(name: string, known: ReadonlyMap<string, number>, own: ReadonlySet<string>): number {
  const words = piecesOf(name)
  const rankOf = (word: string): number => {
    const stems = ENDINGS.flatMap((ending) =>
      word.endsWith(ending) ? [word.slice(0, word.length - ending.length)] : [],
    )
    return own.has(word) ? 0 : Math.min(4 * known.size, ...stems.flatMap((stem) => known.get(stem) ?? []))
  }
  const all = words.reduce((sum, word) => sum + Math.log(2 + rankOf(word)), 0)
  return all / Math.max(1, words.length)
}

function readRanks(): ReadonlyMap<string, number> {
  const file = openSync(TABLE, 'r')
  try {
    const parts: Buffer[] = []
    for (let length = 0; length < LONGEST; length += PART) {
      const part = Buffer.alloc(PART)
      const end = part.subarray(0, readSync(file, part, 0, PART, length)).indexOf(0x0a)
      parts.push(end === -1 ? part : part.subarray(0, end))
      if (end !== -1) break
    }
    const { words } = JSON.parse(Buffer.concat(parts).toString()) as { words: string[] }
    return new Map(words.map((word, rank) => [word, rank]))
  } finally {
    closeSync(file)
  }
}
