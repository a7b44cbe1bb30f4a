import { balanced } from './balance.ts'
import { bestGuess, type Guess, type Question, type Verdict, verdictsOn } from './best-guess.ts'
import { likelihoods } from './model/language-model.ts'

/** Measured on repositories that the model has not seen: see scripts/language-model. */
const SIGN = 0.2
/** A language that the model does not know, such as output, and one that it rules out. */
const UNKNOWN = 0.01
/** Signs weigh more where the model has no say. */
const SIGN_ALONE = 0.8
const LEAST = 0.0005
/** The number of languages whose parsers are asked. */
const ASKED = 5

/** The language that signs and parsers alone would choose, when they have this much to say. */
const CHOSEN = 0.9
const LEAST_SIGNS = 3

/** A parser's verdict on the code as it stands, and balanced; Bash and JavaScript accept much by accident. */
const VERDICTS = new Map<string, { whole: number; part: number; refused: number }>([
  ['python', { whole: 2.2, part: 0.5, refused: -2 }],
  ['bash', { whole: 0.3, part: 0, refused: -2 }],
  ['javascript', { whole: 0.8, part: 0.4, refused: -2 }],
  ['typescript', { whole: 0.6, part: 0.3, refused: -2 }],
  ['json', { whole: 2, part: 0.5, refused: -3 }],
])
const USUAL = { whole: 1.5, part: 0.5, refused: -2 }

/** The language of code that nobody named: by the model, by signs, and by the parsers of the likeliest. */
export async function joinedGuess(question: Question): Promise<Guess | undefined> {
  const { code, scores, syntax } = question
  const verdictOn = verdictsOn(question)
  const likely = likelihoods(code)
  const bySigns = await bestGuess(question, verdictOn)
  const chosen = bySigns && bySigns.score >= LEAST_SIGNS ? bySigns.language : undefined
  const known = new Map(likely.map(({ language, likelihood }) => [language, Math.max(likelihood, LEAST)]))
  const signs = new Map(scores.map(({ language, score }) => [language, score]))
  const all = [...new Set([...known.keys(), ...signs.keys()])]
    .map((language) => {
      const likelihood = known.get(language)
      const sign = signs.get(language) ?? 0
      const score =
        likelihood === undefined ? Math.log(UNKNOWN) + SIGN_ALONE * sign : Math.log(likelihood) + SIGN * sign
      return { language, score: language === chosen ? score + CHOSEN : score }
    })
    .toSorted((a, b) => b.score - a.score)
  const guesses = await Promise.all(
    all.slice(0, ASKED).map(async ({ language, score }): Promise<Omit<Guess, 'confidence'>> => {
      const problems = await verdictOn(language)
      const isAccepted = problems === null || problems.length === 0
      const [parts = null] = isAccepted ? [] : await syntax.check(language, [balanced(language, code)])
      return { language, score: score + weightOf(language, problems, parts), isAccepted, problems }
    }),
  )
  const rest = all.slice(ASKED).reduce((sum, { score }) => sum + Math.exp(score), 0)
  const sum = guesses.reduce((total, { score }) => total + Math.exp(score), rest)
  const [best] = guesses.toSorted((a, b) => b.score - a.score)
  return best && { ...best, confidence: rounded(Math.exp(best.score) / sum) }
}

function weightOf(language: string, whole: Verdict, part: Verdict): number {
  if (whole === null) return 0
  const verdict = VERDICTS.get(language) ?? USUAL
  return whole.length === 0 ? verdict.whole : part?.length === 0 ? verdict.part : verdict.refused
}

/** Never 1, which only an explicit name gives. */
const rounded = (share: number): number => Math.round(Math.min(0.99, share) * 100) / 100
