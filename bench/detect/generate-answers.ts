import type { ExpectedBlock, LabelledAnswer } from './load-answers.ts'
import { type Part, parts, sentences } from './parts.ts'

type Random = () => number

/**
 * Answers put together from hand-written pieces in all the forms that Markdown has for code. The same seed gives the same
 * answers.
 */
export function generateAnswers({ seed, count }: { seed: number; count: number }): LabelledAnswer[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const pieces: string[] = []
    const blocks: ExpectedBlock[] = []
    for (const part of pickSome(parts, 1 + Math.floor(random() * 3), random)) {
      pieces.push(pick(sentences, random))
      pieces.push(wrap(part, random))
      const { language, isRun, code } = part
      blocks.push({ language, isRun, code })
    }
    pieces.push(pick(sentences, random))
    return { id: `composed ${seed}/${index + 1}`, text: `${pieces.join('\n\n')}\n`, blocks }
  })
}

/** Wraps code in a fence of either kind and any length, or in indentation; bare, in a list, or in a quote. */
function wrap({ code, tags }: Part, random: Random): string {
  if (random() < 0.1) return indent(code, '    ')
  const fence = pick(['`', '~'], random).repeat(3 + Math.floor(random() * 3))
  const info = random() < 0.6 ? pick(tags, random) + pick(['', '', ' title="x"'], random) : ''
  const block = `${fence}${info}\n${code}${fence}`
  const place = random()
  if (place < 0.15) return `1. First:\n\n${indent(block, '   ')}`
  if (place < 0.3) return indent(block, '> ')
  return block
}

const indent = (text: string, prefix: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' && prefix.trim() === '' ? '' : prefix + line))
    .join('\n')

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T

/** Picks different items: two of the same would share their names. */
function pickSome<T>(list: readonly T[], count: number, random: Random): T[] {
  const left = [...list]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] as T)
}

/** A small linear generator: enough for choices, and the same everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
