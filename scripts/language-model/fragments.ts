import { readFileSync } from 'node:fs'

export interface Sample {
  repo: string
  label: string
  kind: 'file' | 'fence'
  text: string
}

/** Lines of a fragment, the usual ones more often; 0 is the whole. */
export const LENGTHS = [1, 3, 3, 5, 5, 5, 10, 10, 10, 20, 20, 50, 0]

export const readSamples = (file: string): Sample[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** So many lines from anywhere in a text, without the indentation that all of them share; undefined when it has too few. */
export function fragmentOf(text: string, length: number, random: () => number): string | undefined {
  const lines = text.replace(/\n+$/, '').split('\n')
  if (length === 0) return text
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]))
  if (filled.length < length) return undefined
  const first = filled[Math.floor(random() * (filled.length - length + 1))] ?? 0
  const own = lines.slice(first, first + length)
  if (length === 1 && (own[0]?.match(/\w/g)?.length ?? 0) < 6) return undefined
  const indents = own.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const shared = Math.min(...indents)
  return `${own
    .map((line) => line.slice(shared))
    .join('\n')
    .trimEnd()}\n`
}

const MARKUP = /^#{1,6} |^\s*(?:[-*+]|\d+\.) |\]\(|`|\*\*|^> |^---|^\||^<!--|^==+$|^--+$/m

/** A part of a Markdown file without any mark is prose. */
export const labelOf = (label: string, text: string): string =>
  label === 'markdown' && !MARKUP.test(text) ? 'prose' : label

/** A small linear generator: enough for choices, and the same everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
