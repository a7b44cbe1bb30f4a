import { findLanguage, type Language } from '../../language/language.ts'
import type { SyntaxChecker, SyntaxProblem } from '../../language/syntax/syntax.ts'
import { bestGuess, type Guess } from './guess/best-guess.ts'
import { saysOutput, withContext } from './guess/context-clues.ts'
import { joinedGuess } from './guess/joined-guess.ts'
import { plainLanguage } from './guess/plain-language.ts'
import { languageNamed, languageOfShebang } from './language-named.ts'
import { findOtherLanguage, otherLanguageOfFile } from './other-languages.ts'
import type { Piece } from './read/read-answer.ts'
import { nameInInfo } from './read/read-info.ts'
import { readSession, type Session } from './read/read-session.ts'

export interface JudgeParts {
  languages: readonly Language[]
  syntax: Pick<SyntaxChecker, 'check'>
}

/** The language of a piece, and the reasons for it. */
export interface Judgement {
  /** Null when nothing fits well enough. */
  language: string | null
  confidence: number
  reason: string
  /** The code to run: for a session, its typed lines. */
  code: string
  isRunnable: boolean
  problems: readonly SyntaxProblem[] | null
}

/** A guess that is worse than this is none. */
const LEAST = 0.2
/** A program in a guessed language is run when the guess is at least this good: of ten such guesses, nine and more are right. */
export const SURE = 0.8
/** Languages with a near sibling, or that other texts often read like, must be surer; few texts read like Python by accident. */
const SURER = new Map([
  ['python', 0.75],
  ['bash', 0.88],
  ['javascript', 0.83],
  ['cpp', 0.95],
  ['ruby', 0.93],
  ['java', 0.97],
  ['c', 0.95],
  ['typescript', 0.88],
])
/** The least confidence with which a program in a guessed language is run. */
export const leastToRun = (language: string | null): number => SURER.get(language ?? '') ?? SURE

/** The weight of signs by which another language than the named one must win. */
const MARGIN = 4

/** Judges by the language of the fence, then by the first line, then by signs and the parsers that accept the code. */
export async function judge(piece: Piece, parts: JudgeParts): Promise<Judgement> {
  const { code } = piece
  const name = nameInInfo(piece.info)
  const tagged = languageNamed(name, parts.languages)
  const other = tagged || name === '' ? undefined : (findOtherLanguage(name) ?? otherLanguageOfFile(name))
  if (other) {
    return { language: other.id, confidence: 1, reason: other.reason, code, isRunnable: false, problems: null }
  }
  // A name that nobody here knows is the language all the same: taken for another one, the code would do something else.
  if (!tagged && isName(name)) {
    const reason = `"${name}" is not run here`
    return { language: name, confidence: 1, reason, code, isRunnable: false, problems: null }
  }
  const session = readSession(code, name)
  if (session) return judgeSession(session, parts)
  if (tagged) return judgeTagged(piece, { tagged, name }, parts)
  const shebang = languageOfShebang(code, parts.languages)
  if (shebang) return judgeNamed(code, { language: shebang, confidence: 0.98, reason: 'its first line says so' }, parts)
  return judgeUntold(piece, parts)
}

/** Words behind fences that name no language. */
const NO_NAMES = new Set([
  'code',
  'snippet',
  'example',
  'sample',
  'input',
  'program',
  'script',
  'source',
  'file',
  'copy',
])

const isName = (name: string): boolean => /^[a-z_][\w+#-]*$/.test(name) && !NO_NAMES.has(name)

async function judgeSession({ language, code }: Session, parts: JudgeParts): Promise<Judgement> {
  const known = findLanguage(parts.languages, language)
  if (known) {
    return judgeNamed(code, { language: known, confidence: 0.95, reason: 'a session: what was typed is run' }, parts)
  }
  const reason = findOtherLanguage(language)?.reason ?? 'it is not run here'
  return { language, confidence: 0.95, reason, code, isRunnable: false, problems: null }
}

async function judgeNamed(
  code: string,
  { language, ...told }: { language: Language; confidence: number; reason: string },
  { syntax }: JudgeParts,
): Promise<Judgement> {
  const [problems = null] = await syntax.check(language.id, [code])
  return { language: language.id, ...told, code, isRunnable: true, problems }
}

/** The fence's language is believed unless the code does not parse as that language and plainly is another. */
async function judgeTagged(
  { code, context, scores = [] }: Piece,
  { tagged, name }: { tagged: Language; name: string },
  parts: JudgeParts,
): Promise<Judgement> {
  const told = await judgeNamed(code, { language: tagged, confidence: 1, reason: `the fence says "${name}"` }, parts)
  if (code.trim() === '') return told
  const isRefused = told.problems !== null && told.problems.length > 0
  const isPrinted = tagged.id === 'bash' && isPrintedText(code)
  const isOutput = isPrinted || (saysOutput(context) && (isLiteral(code) || (isRefused && OUTPUT_LABEL.test(context))))
  if (isOutput || isTree(code)) {
    const language = isOutput ? 'output' : 'tree'
    const reason = findOtherLanguage(language)?.reason ?? ''
    return { ...told, language, confidence: 0.9, reason, isRunnable: false }
  }
  const own = scores.find(({ language }) => language === tagged.id)?.score ?? 0
  const isAccepted = told.problems === null || told.problems.length === 0
  if (isAccepted && !(tagged.id === 'bash' && own <= 0)) return told
  const others = scores.filter(({ language }) => language !== tagged.id)
  const better = await bestGuess({ code, scores: others, ...parts })
  if (!better || better.score < own + MARGIN || !better.isAccepted) return { ...told, confidence: 0.9 }
  const reason = `the fence says "${name}", but it is ${titleOf(better.language)}`
  return { ...judgementOf(better, code, parts), reason }
}

/** A label that stands alone in front of output. */
const OUTPUT_LABEL = /^[\s#*_>]*(?:\w+ )?(?:output|result)s?(?: \([^)]*\))?[\s*_:]*$/i

/** No line begins like a command: they are sentences, numbers and rows, such as terminals show. */
const isPrintedText = (code: string): boolean =>
  code
    .slice(0, 10_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .every((line) => /^\s*(?:[A-Z][a-z]+[\s:,.!?]|-?[\d.,]+(?:\s|$)|[|+]-)/.test(line))

/** At least half of the lines are branches of a drawn tree. */
function isTree(code: string): boolean {
  const lines = code
    .slice(0, 10_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.filter((line) => /^[\s│|]*[├└]/.test(line)).length >= Math.max(2, lines.length / 2)
}

/** Code with values only, and no use of them. */
const isLiteral = (code: string): boolean =>
  !/[A-Za-z_]\w*\s*\(|=(?!=)|\b(?:import|def|for|while|if|return|const|let|var|typeof|function|class|new|await|SELECT|echo)\b/i.test(
    code.slice(0, 2_000),
  )

async function judgeUntold({ code, context, scores = [] }: Piece, parts: JudgeParts): Promise<Judgement> {
  const plain = code.trim() === '' ? undefined : plainLanguage(code)
  const best = plain
    ? { language: plain, score: 0, confidence: 0.98, isAccepted: true, problems: null }
    : await joinedGuess({ code, scores: withContext(scores, context, parts.languages), ...parts })
  if (best && code.trim() !== '' && best.confidence >= LEAST) return runWhenSure(judgementOf(best, code, parts))
  const reason = 'no language that is known here fits'
  return { language: null, confidence: 0, reason, code, isRunnable: false, problems: null }
}

function judgementOf(guess: Guess, code: string, { languages }: JudgeParts): Judgement {
  const { language, confidence, problems } = guess
  const isRunnable = findLanguage(languages, language) !== undefined
  const reason = isRunnable
    ? `it reads as ${titleOf(language)}`
    : (findOtherLanguage(language)?.reason ?? 'it is not run here')
  return { language, confidence, reason, code, isRunnable, problems }
}

/** Code in a language that is only likely is not run: run in a wrong one, it would do something else. */
function runWhenSure(judgement: Judgement): Judgement {
  const { language, confidence, isRunnable } = judgement
  if (!isRunnable || confidence >= leastToRun(language)) return judgement
  return {
    ...judgement,
    isRunnable: false,
    reason: `perhaps ${titleOf(language ?? '')}, which is not sure enough to run`,
  }
}

const TITLES = new Map([
  ['javascript', 'JavaScript'],
  ['typescript', 'TypeScript'],
  ['sql', 'SQL'],
  ['php', 'PHP'],
  ['cpp', 'C++'],
  ['json', 'JSON'],
  ['yaml', 'YAML'],
  ['html', 'HTML'],
])

const titleOf = (language: string): string =>
  TITLES.get(language) ?? language.charAt(0).toUpperCase() + language.slice(1)
