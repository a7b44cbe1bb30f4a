import type { Clues } from './clues.ts'
import { compiledClues } from './compiled-clues.ts'
import { dataClues } from './data-clues.ts'
import { scriptClues } from './script-clues.ts'
import { textClues } from './text-clues.ts'

const all: Clues = { ...scriptClues, ...compiledClues, ...dataClues, ...textClues }

export interface Score {
  language: string
  score: number
}

/** Signs are searched for in this part of a block only: hostile text must not cost more. */
const MAX_LINES = 150
const MAX_LINE = 160
export const MAX_SAMPLE = MAX_LINES * MAX_LINE

/** Languages by the weight of their signs, the best first; languages without a sign are left out. */
export function scoreClues(code: string): Score[] {
  const sample = sampleOf(code)
  return Object.entries(all)
    .map(([language, clues]) => {
      const score = clues.reduce((sum, [weight, sign]) => (sign.test(sample) ? sum + weight : sum), 0)
      return { language, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}

function sampleOf(code: string): string {
  const lines = code.slice(0, MAX_SAMPLE).split('\n', MAX_LINES)
  return lines.map((line) => line.slice(0, MAX_LINE).trimEnd()).join('\n')
}
