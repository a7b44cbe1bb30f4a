import { execFileSync } from 'node:child_process'
import { createSearchIndex } from '../../src/memory/search/create-index.ts'
import { fieldsOf } from '../../src/memory/search/fields.ts'
import type { WordVectors } from '../../src/memory/search/word-vectors.ts'
import { identifiersIn, questionWords, wordOf } from '../../src/memory/search/words.ts'
import { intervalOf } from './interval.ts'

const REPOSITORY = 'Jun-jie-Huang+CoCLR'
const MOST_RANKS = 1000
const [K1, B] = [1.2, 0.6]

interface Asked {
  doc: string
  retrieval_idx: number
}

/** Reads a part of CoSQA out of its fetched repository: questions that people asked, and 6,267 Python functions. */
export function readCosqa(mirrors: string, part: 'dev' | 'test'): { codes: string[]; questions: Asked[] } {
  const show = (path: string) =>
    execFileSync('git', ['--git-dir', `${mirrors}/${REPOSITORY}/repo`, 'show', `HEAD:${path}`], {
      maxBuffer: 2 ** 28,
    }).toString()
  return {
    codes: Object.keys(JSON.parse(show('data/search/code_idx_map.txt'))),
    questions: JSON.parse(show(`data/search/cosqa-retrieval-${part}-500.json`)) as Asked[],
  }
}

/** The reciprocal rank of the right function for each question, by the index. */
export function ranksOfIndex({ codes, questions }: ReturnType<typeof readCosqa>, table?: WordVectors) {
  const index = createSearchIndex(table)
  for (const [number, code] of codes.entries()) index.add(number, { ...fieldsOf(code), language: 'python' })
  const places = questions.map(({ doc, retrieval_idx: right }) =>
    index.search({ text: doc, limit: MOST_RANKS }).findIndex(({ document }) => document === right),
  )
  return summaryOf(places)
}

/** The same by plain BM25 over split identifiers: no names, no spelling, no vectors. */
export function ranksOfBm25({ codes, questions }: ReturnType<typeof readCosqa>) {
  const stemsOf = (words: string[]) => words.flatMap((word) => wordOf(word).stems)
  const bags = codes.map((code) => Map.groupBy(stemsOf(identifiersIn(code)), (stem) => stem))
  const lengths = bags.map((bag) => [...bag.values()].reduce((sum, { length }) => sum + length, 0))
  const mean = lengths.reduce((sum, each) => sum + each, 0) / lengths.length
  const seen = new Map<string, number>()
  for (const bag of bags) for (const stem of bag.keys()) seen.set(stem, (seen.get(stem) ?? 0) + 1)
  const places = questions.map(({ doc, retrieval_idx: right }) => {
    const asked = new Set(stemsOf(questionWords(doc)))
    const scores = bags.map((bag, at) => {
      let score = 0
      for (const stem of asked) {
        const times = bag.get(stem)?.length ?? 0
        const count = seen.get(stem) ?? 0
        const norm = K1 * (1 - B + (B * (lengths[at] as number)) / mean)
        score += (Math.log(1 + (bags.length - count + 0.5) / (count + 0.5)) * times * (K1 + 1)) / (times + norm)
      }
      return score
    })
    const own = scores[right] as number
    return own === 0 ? -1 : scores.filter((score, at) => score > own || (score === own && at < right)).length
  })
  return summaryOf(places)
}

const summaryOf = (places: number[]) => ({
  mrr: intervalOf(places.map((place) => (place < 0 ? 0 : 1 / (place + 1)))),
  recallAt10: intervalOf(places.map((place) => (place >= 0 && place < 10 ? 1 : 0))),
})
