import type { SyntaxChecker, SyntaxProblem } from '../../../language/syntax/syntax.ts'
import type { Score } from './score-clues.ts'

export interface Guess extends Score {
  confidence: number
  /** Whether the parser of the language accepts the code; true as well for a language without a parser. */
  isAccepted: boolean
  problems: readonly SyntaxProblem[] | null
}

export interface Question {
  code: string
  /** Languages with the weight of their signs, the best first. */
  scores: readonly Score[]
  syntax: Pick<SyntaxChecker, 'check'>
}

export type Verdict = readonly SyntaxProblem[] | null

/** Asks each parser about the code once, however many ways of guessing want its verdict. */
export function verdictsOn({
  code,
  syntax,
}: Pick<Question, 'code' | 'syntax'>): (language: string) => Promise<Verdict> {
  const known = new Map<string, Promise<Verdict>>()
  const ask = async (language: string) => (await syntax.check(language, [code]))[0] ?? null
  return (language) => {
    const verdict = known.get(language) ?? ask(language)
    known.set(language, verdict)
    return verdict
  }
}

/** The number of parsers that are asked. */
const ASKED = 5
/** Bash accepts nearly any words as a command, and much text is JavaScript by accident: their acceptance says less. */
const ACCEPTED = new Map([
  ['bash', 1],
  ['typescript', 2],
  ['javascript', 2.5],
  ['json', 4],
])
/** Programs may lack a bracket; a text that is almost JSON is something else. */
const REFUSED = new Map([['json', -8]])
const USUALLY = 3

/** Asks the parsers of the likeliest languages, and weighs their verdicts with the signs. */
export async function bestGuess(question: Question, verdictOn = verdictsOn(question)): Promise<Guess | undefined> {
  const guesses = await Promise.all(
    question.scores.slice(0, ASKED).map(async ({ language, score }) => {
      const problems = await verdictOn(language)
      const isAccepted = problems === null || problems.length === 0
      return { language, score: score + weightOf(language, problems), isAccepted, problems }
    }),
  )
  const [best, second] = guesses.toSorted((a, b) => b.score - a.score)
  return best && { ...best, confidence: confidenceOf(best.score, second?.score ?? 0) }
}

function weightOf(language: string, problems: Verdict): number {
  if (problems === null) return 0
  return problems.length === 0 ? (ACCEPTED.get(language) ?? USUALLY) : (REFUSED.get(language) ?? -USUALLY)
}

/** Towards 1 when much speaks for the best and little for the next; never 1, which only an explicit name gives. */
function confidenceOf(best: number, next: number): number {
  const confidence = best / (best + Math.max(next, 0) * 0.6 + 1.5)
  return Math.round(Math.max(0, Math.min(0.97, confidence)) * 100) / 100
}
