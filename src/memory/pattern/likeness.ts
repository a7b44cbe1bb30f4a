import { identifiersIn, questionWords, wordOf } from '../search/words.ts'
import { normalTokens } from './fingerprint.ts'

const SHINGLE = 3

interface Code {
  code: string
  language: string
}

/** Longer programs are compared by their beginnings: this is work for the thread that serves everybody. */
const MOST_COMPARED = 20_000

/** The share of a program and others that is the same, from 0 to 1: of their words, and of their phrases with own names left out. */
export function likenessTo(one: Code): (other: Code) => number {
  const [words, phrases] = setsOf(one)
  return (other) => {
    const [otherWords, otherPhrases] = setsOf(other)
    return round((shareOf(words, otherWords) + shareOf(phrases, otherPhrases)) / 2)
  }
}

function setsOf({ code, language }: Code): [words: Set<string>, phrases: Set<string>] {
  const compared = code.slice(0, MOST_COMPARED)
  return [stemsOf(compared), phrasesOf({ code: compared, language })]
}

/** The share of a question's words, by weight, that texts have. */
export function coverageOf(question: string, weightOf: (stem: string) => number): (text: string) => number {
  const stems = new Set(questionWords(question).flatMap((word) => wordOf(word).stems))
  const weights = [...stems].map((stem) => ({ stem, weight: weightOf(stem) }))
  const all = weights.reduce((sum, { weight }) => sum + weight, 0)
  return (text) => {
    const known = stemsOf(text)
    const found = weights.reduce((sum, { stem, weight }) => (known.has(stem) ? sum + weight : sum), 0)
    return all === 0 ? 0 : round(found / all)
  }
}

const stemsOf = (text: string): Set<string> => new Set(identifiersIn(text).flatMap((word) => wordOf(word).stems))

function phrasesOf({ code, language }: Code): Set<string> {
  const tokens = normalTokens(code, language).filter((token) => token !== '\n')
  return new Set(tokens.map((_, at) => tokens.slice(at, at + SHINGLE).join(' ')))
}

function shareOf(one: Set<string>, other: Set<string>): number {
  let both = 0
  for (const each of one) if (other.has(each)) both++
  const all = one.size + other.size - both
  return all === 0 ? 1 : both / all
}

const round = (share: number): number => Math.round(share * 1000) / 1000
