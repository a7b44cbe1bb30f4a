import { execFileSync } from 'node:child_process'
import { createSearchIndex } from '../../src/memory/search/create-index.ts'
import { fieldsOf } from '../../src/memory/search/fields.ts'
import type { WordVectors } from '../../src/memory/search/word-vectors.ts'
import { identifiersIn, questionWords, wordOf } from '../../src/memory/search/words.ts'
import { hashOf } from '../repair/random.ts'
import { intervalOf } from './interval.ts'

const [COSQA, CONALA] = ['Jun-jie-Huang+CoCLR', 'zorazrw+multilingual-conala']
const MOST_RANKS = 1000
const [K1, B] = [1.2, 0.6]

/** Questions of people, each with the places of its right answers. */
export interface QuestionSet {
  codes: string[]
  questions: { text: string; right: number[] }[]
}

const readJson = (mirrors: string, repository: string, path: string) =>
  JSON.parse(
    execFileSync('git', ['--git-dir', `${mirrors}/${repository}/repo`, 'show', `HEAD:${path}`], {
      maxBuffer: 2 ** 28,
    }).toString(),
  )

/** A part of CoSQA out of its fetched repository: questions that people asked a search engine, and 6,267 Python functions. */
export function readCosqa(mirrors: string, part: 'dev' | 'test'): QuestionSet {
  const asked = readJson(mirrors, COSQA, `data/search/cosqa-retrieval-${part}-500.json`) as {
    doc: string
    retrieval_idx: number
  }[]
  return {
    codes: Object.keys(readJson(mirrors, COSQA, 'data/search/code_idx_map.txt')),
    questions: asked.map(({ doc, retrieval_idx: right }) => ({ text: doc, right: [right] })),
  }
}

/** Half of CoNaLa by the hash of a question's number: titles of Stack Overflow, and the 2,379 lines of Python that answer all of them. */
export function readConala(mirrors: string, part: 'dev' | 'test'): QuestionSet {
  const all = readJson(mirrors, CONALA, 'dataset/train/train.json') as {
    intent: string
    snippet: string
    question_id: number
  }[]
  const asked = Map.groupBy(all.keys(), (place) => (all[place] as (typeof all)[number]).question_id)
  const isOfPart = (id: number) => (hashOf(`conala ${id}`) % 2 === 0) === (part === 'dev')
  return {
    codes: all.map(({ snippet }) => snippet),
    questions: [...asked]
      .filter(([id]) => isOfPart(id))
      .map(([, right]) => ({ text: all[right[0] as number]?.intent ?? '', right })),
  }
}

/** The reciprocal rank of the first right answer to each question, by the index. */
export function ranksOfIndex({ codes, questions }: QuestionSet, table?: WordVectors) {
  const index = createSearchIndex(table)
  for (const [number, code] of codes.entries()) index.add(number, { ...fieldsOf(code), language: 'python' })
  const places = questions.map(({ text, right }) =>
    index.search({ text, limit: MOST_RANKS }).findIndex(({ document }) => right.includes(document)),
  )
  return summaryOf(places)
}

/** The same by plain BM25 over split identifiers: no names, no spelling, no vectors. */
export function ranksOfBm25({ codes, questions }: QuestionSet) {
  const stemsOf = (words: string[]) => words.flatMap((word) => wordOf(word).stems)
  const bags = codes.map((code) => Map.groupBy(stemsOf(identifiersIn(code)), (stem) => stem))
  const lengths = bags.map((bag) => [...bag.values()].reduce((sum, { length }) => sum + length, 0))
  const mean = lengths.reduce((sum, each) => sum + each, 0) / lengths.length
  const seen = new Map<string, number>()
  for (const bag of bags) for (const stem of bag.keys()) seen.set(stem, (seen.get(stem) ?? 0) + 1)
  const places = questions.map(({ text, right }) => {
    const asked = new Set(stemsOf(questionWords(text)))
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
    const [own, first] = right.reduce(
      ([most, place], each) => ((scores[each] as number) > most ? [scores[each] as number, each] : [most, place]),
      [0, -1],
    )
    return own === 0 ? -1 : scores.filter((score, at) => score > own || (score === own && at < first)).length
  })
  return summaryOf(places)
}

const summaryOf = (places: number[]) => ({
  mrr: intervalOf(places.map((place) => (place < 0 ? 0 : 1 / (place + 1)))),
  recallAt10: intervalOf(places.map((place) => (place >= 0 && place < 10 ? 1 : 0))),
})
