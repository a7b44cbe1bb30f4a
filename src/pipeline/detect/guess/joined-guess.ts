import { balanced } from './balance.ts'
import { bestGuess, type Guess, type Question, type Verdict, verdictsOn } from './best-guess.ts'
import { likelihoods } from './model/language-model.ts'
import { isOnlyCommands } from './only-commands.ts'

/** Fitted on repositories that the model has not seen, so that a confidence is the share of right guesses: see scripts/language-model. */
const MODEL = { short: 0.88, middle: 0.97, long: 1.08 }
const SIGN = 0.1
/** A language that the model does not know, such as output, and one that it rules out. */
const UNKNOWN = 0.07
/** Signs weigh more where the model has no say. */
const SIGN_ALONE = 0.5
const LEAST = 0.0005
/** The number of languages whose parsers are asked; the others count for the confidence all the same. */
const ASKED = 7

/** How much likelier an answer holds a language than the samples that the weights were fitted on. */
const OFTEN = new Map([
  ['python', 1.1],
  ['javascript', 0.8],
  ['ruby', 0.7],
  ['sql', 0.3],
  ['typescript', -0.5],
  ['swift', -0.6],
  ['crystal', -0.3],
])

/** The language that signs and parsers alone would choose, when they have this much to say. */
const CHOSEN = 0.4
const LEAST_SIGNS = 3
/** Of 400,000 pieces of files in other languages, 45 read like calls of known programs alone, and 44 were: recipes, hooks and examples. */
const COMMANDS = 2.2

/** A parser's verdict on the code as it stands, and balanced; Bash and JavaScript accept much by accident. */
const VERDICTS = new Map<string, { whole: number; part: number; refused: number }>([
  ['python', { whole: 1.2, part: 1.1, refused: -1.6 }],
  ['bash', { whole: -0.3, part: -0.3, refused: -1.6 }],
  ['javascript', { whole: -0.1, part: 0, refused: -2.2 }],
  ['typescript', { whole: 0.1, part: -0.3, refused: -0.6 }],
  ['json', { whole: 1.5, part: 0.9, refused: -0.35 }],
])
/** Types make the difference: what TypeScript accepts and JavaScript refuses is hardly anything else. */
const TYPED = 1
/** Parsers of SQL refuse the dialects of others. */
const USUAL = { whole: 2.8, part: 0.5, refused: -0.1 }

/** The language of code that nobody named: by the model, by signs, and by the parsers of the likeliest. */
export async function joinedGuess(question: Question): Promise<Guess | undefined> {
  const { code, scores, syntax } = question
  const verdictOn = verdictsOn(question)
  const likely = likelihoods(code)
  const bySigns = await bestGuess(question, verdictOn)
  const chosen = bySigns && bySigns.score >= LEAST_SIGNS ? bySigns.language : undefined
  const isShell = isOnlyCommands(code)
  const model = modelWeight(code)
  const known = new Map(likely.map(({ language, likelihood }) => [language, Math.max(likelihood, LEAST)]))
  const signs = new Map(scores.map(({ language, score }) => [language, score]))
  const all = [...new Set([...known.keys(), ...signs.keys()])]
    .map((language) => {
      const likelihood = known.get(language)
      const sign = signs.get(language) ?? 0
      const score =
        likelihood === undefined ? Math.log(UNKNOWN) + SIGN_ALONE * sign : model * Math.log(likelihood) + SIGN * sign
      return {
        language,
        score:
          score +
          (OFTEN.get(language) ?? 0) +
          (language === chosen ? CHOSEN : 0) +
          (isShell && language === 'bash' ? COMMANDS : 0),
      }
    })
    .toSorted((a, b) => b.score - a.score)
  const heard = await Promise.all(
    all.slice(0, ASKED).map(async ({ language, score }): Promise<Omit<Guess, 'confidence'>> => {
      const problems = await verdictOn(language)
      const isAccepted = problems === null || problems.length === 0
      const [parts = null] = isAccepted ? [] : await syntax.check(language, [balanced(language, code)])
      return { language, score: score + weightOf(language, problems, parts), isAccepted, problems }
    }),
  )
  const isTyped = heard.some(({ language, isAccepted }) => language === 'javascript' && !isAccepted)
  const asked = heard.map((each) =>
    isTyped && each.language === 'typescript' && each.isAccepted ? { ...each, score: each.score + TYPED } : each,
  )
  const sum = [...asked, ...all.slice(ASKED)].reduce((total, { score }) => total + Math.exp(score), 0)
  const [best] = asked.toSorted((a, b) => b.score - a.score)
  const share = ({ score }: { score: number }) => Math.exp(score) / sum
  return (
    best && {
      ...best,
      confidence: rounded(share(best) + siblingsOf(best, asked).reduce((total, each) => total + share(each), 0)),
    }
  )
}

type Asked = Omit<Guess, 'confidence'>

/** All JavaScript is TypeScript as well: where it is JavaScript, a doubt between the two is none about what the code does. */
function siblingsOf(best: Asked, asked: readonly Asked[]): Asked[] {
  const isPlain = asked.some(({ language, isAccepted }) => language === 'javascript' && isAccepted)
  return isPlain && SCRIPTS.has(best.language)
    ? asked.filter(({ language }) => language !== best.language && SCRIPTS.has(language))
    : []
}

const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript'])

/** The fewer the lines, the less the model's own confidence is worth. */
function modelWeight(code: string): number {
  const lines = code.split('\n', 10).length - 1
  return lines <= 2 ? MODEL.short : lines <= 8 ? MODEL.middle : MODEL.long
}

function weightOf(language: string, whole: Verdict, part: Verdict): number {
  if (whole === null) return 0
  const verdict = VERDICTS.get(language) ?? USUAL
  return whole.length === 0 ? verdict.whole : part?.length === 0 ? verdict.part : verdict.refused
}

/** Never 1, which only an explicit name gives. */
const rounded = (share: number): number => Math.round(Math.min(0.99, share) * 100) / 100
