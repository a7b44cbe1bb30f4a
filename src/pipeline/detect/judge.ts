import { findLanguage, type Language, languageOfFile } from '../../language/language.ts'
import type { SyntaxChecker, SyntaxProblem } from '../../language/syntax/syntax.ts'
import type { Score } from './guess/score-clues.ts'
import { findOtherLanguage, otherLanguageOfFile } from './other-languages.ts'
import type { Piece } from './read/read-answer.ts'
import { fileInText, nameInInfo } from './read/read-info.ts'
import { readSession } from './read/read-session.ts'

export interface JudgeParts {
  languages: readonly Language[]
  syntax: SyntaxChecker
  signal?: AbortSignal | undefined
}

/** What a piece is made of. */
export interface Judgement {
  /** Null when nothing fits well enough. */
  language: string | null
  confidence: number
  reason: string
  /** What would be run: of a session, what was typed. */
  code: string
  isRunnable: boolean
  problems: readonly SyntaxProblem[] | null
}

/** Names people write for languages that have another name here. */
const OTHER_NAMES: Record<string, string> = {
  console: 'bash',
  'shell-session': 'bash',
  shellsession: 'bash',
  'sh-session': 'bash',
  'bash-session': 'bash',
  terminal: 'bash',
  ksh: 'bash',
  fish: 'bash',
  pycon: 'python',
  'python-repl': 'python',
  'python-console': 'python',
  doctest: 'python',
  ipython: 'python',
  ipython3: 'python',
  jupyter: 'python',
  mysql: 'sql',
  mariadb: 'sql',
  tsql: 'sql',
  plsql: 'sql',
  mssql: 'sql',
}

/** By what the fence says, then by how it begins, then by its signs and by which parser accepts it. */
export async function judge(piece: Piece, parts: JudgeParts): Promise<Judgement> {
  const name = nameInInfo(piece.info)
  const tagged = languageNamed(name, parts.languages)
  const other = tagged ? undefined : (findOtherLanguage(name) ?? otherLanguageOfFile(name))
  if (other && name !== '') {
    return { ...plain(piece), language: other.id, confidence: 1, reason: other.reason }
  }
  const session = readSession(piece.code, name)
  if (session) return judgeSession(session, parts)
  return tagged ? judgeTagged(piece, { tagged, name }, parts) : judgeUntold(piece, parts)
}

const plain = ({ code }: Piece) => ({ code, isRunnable: false, problems: null })

function languageNamed(name: string, languages: readonly Language[]): Language | undefined {
  if (name === '') return undefined
  const own = OTHER_NAMES[name] ?? name.replace(/^(python|php|lua|ruby)[\d.]+$/, '$1')
  return findLanguage(languages, own) ?? languageOfFile(languages, name)
}

async function judgeSession(
  { language, code }: { language: string; code: string },
  parts: JudgeParts,
): Promise<Judgement> {
  const isRunnable = findLanguage(parts.languages, language) !== undefined
  const [problems = null] = await parts.syntax.check(language, [code], parts.signal)
  const reason = isRunnable
    ? 'a session: what was typed is run'
    : (findOtherLanguage(language)?.reason ?? 'it is not run here')
  return { language, confidence: 0.95, reason, code, isRunnable, problems }
}

async function judgeTagged(
  piece: Piece,
  { tagged, name }: { tagged: Language; name: string },
  parts: JudgeParts,
): Promise<Judgement> {
  const { code, context, scores = [] } = piece
  const [problems = null] = await parts.syntax.check(tagged.id, [code], parts.signal)
  const own = scores.find(({ language }) => language === tagged.id)?.score ?? 0
  const told: Judgement = {
    language: tagged.id,
    confidence: 1,
    reason: `the fence says "${name}"`,
    code,
    isRunnable: true,
    problems,
  }
  if (code.trim() === '') return told
  if (saysOutput(context) && isLiteral(code)) return { ...told, ...OUTPUT, isRunnable: false }
  const isDoubtful = problems === null ? false : problems.length > 0 || (tagged.id === 'bash' && own <= 0)
  if (!isDoubtful) return told
  const better = await bestGuess(
    piece,
    parts,
    scores.filter(({ language }) => language !== tagged.id),
  )
  if (!better || better.score < own + MARGIN || !better.isAccepted) return { ...told, confidence: 0.9 }
  return {
    ...judgementOf(better, piece, parts),
    reason: `the fence says "${name}", but it is ${titleOf(better.language)}`,
  }
}

/** So much more must speak for another language than for the one that is named. */
const MARGIN = 4

async function judgeUntold(piece: Piece, parts: JudgeParts): Promise<Judgement> {
  const shebang = languageOfShebang(piece.code, parts.languages)
  if (shebang) {
    const [problems = null] = await parts.syntax.check(shebang.id, [piece.code], parts.signal)
    return {
      language: shebang.id,
      confidence: 0.98,
      reason: 'its first line says so',
      code: piece.code,
      isRunnable: true,
      problems,
    }
  }
  const best = await bestGuess(piece, parts, withContext(piece, parts.languages))
  if (!best || best.score < LEAST) {
    return { ...plain(piece), language: null, confidence: 0, reason: 'no language that is known here fits' }
  }
  return judgementOf(best, piece, parts)
}

const LEAST = 3

interface Guess extends Score {
  confidence: number
  /** By its parser; true as well where there is none. */
  isAccepted: boolean
  problems: readonly SyntaxProblem[] | null
}

/** Asks the parsers of the languages that most speaks for. Bash takes nearly any words for a command, so it counts less. */
async function bestGuess(
  piece: Piece,
  { syntax, signal }: JudgeParts,
  scores: readonly Score[],
): Promise<Guess | undefined> {
  const guesses = await Promise.all(
    scores.slice(0, 5).map(async ({ language, score }) => {
      const [problems = null] = await syntax.check(language, [piece.code], signal)
      const isAccepted = problems === null || problems.length === 0
      const weight = problems === null ? 0 : isAccepted ? (ACCEPTED[language] ?? 3) : (REFUSED[language] ?? -3)
      return { language, score: score + weight, isAccepted, problems }
    }),
  )
  const [best, second] = guesses.toSorted((a, b) => b.score - a.score)
  if (!best) return undefined
  const against = Math.max(second?.score ?? 0, 0)
  const confidence = Math.max(0, Math.min(0.97, best.score / (best.score + against * 0.6 + 1.5)))
  return { ...best, confidence: Math.round(confidence * 100) / 100 }
}

/** People leave out a bracket of a program; what is almost JSON is something else. */
const REFUSED: Record<string, number> = { json: -8 }
const ACCEPTED: Record<string, number> = { bash: 1, javascript: 2.5, typescript: 2, json: 4 }

/** What the prose before a block says about it: the file it is, or that it is output. */
function withContext({ context, scores = [] }: Piece, languages: readonly Language[]): Score[] {
  const file = fileInText(context)
  const named = file === undefined ? undefined : (languageOfFile(languages, file)?.id ?? otherLanguageOfFile(file)?.id)
  const added = [
    ...(named === undefined ? [] : [{ language: named, score: 4 }]),
    ...(saysOutput(context) ? [{ language: 'output', score: 6 }] : []),
  ]
  const sums = new Map(scores.map(({ language, score }) => [language, score]))
  for (const { language, score } of added) sums.set(language, (sums.get(language) ?? 0) + score)
  return [...sums].map(([language, score]) => ({ language, score })).toSorted((a, b) => b.score - a.score)
}

function judgementOf(guess: Guess, piece: Piece, { languages }: JudgeParts): Judgement {
  const { language, confidence, problems } = guess
  const isRunnable = findLanguage(languages, language) !== undefined
  const reason = isRunnable
    ? `it reads as ${titleOf(language)}`
    : (findOtherLanguage(language)?.reason ?? 'it is not run here')
  return { language, confidence, reason, code: piece.code, isRunnable, problems }
}

const OUTPUT = { language: 'output', confidence: 0.9, reason: 'this is what a program printed' }

const saysOutput = (context: string): boolean =>
  /\boutputs?\b|\b(?:sample|example) run\b|\bprints?\b|\bresults?\b(?!\s+in)|\b(?:should|will|would|'ll) (?:see|get|look)|\bproduces?\b|\bdisplays?\b|\breturns?\b.*:$|\bconsole shows\b|\bresponse\b/i.test(
    context,
  )

/** Values and nothing that is done with them. */
const isLiteral = (code: string): boolean =>
  !/[A-Za-z_]\w*\s*\(|=(?!=)|\b(?:import|def|for|while|if|return|const|let|SELECT|echo)\b/i.test(code.slice(0, 2_000))

function languageOfShebang(code: string, languages: readonly Language[]): Language | undefined {
  const [, path = ''] =
    /^#!\s*\/\S*?([^/\s]+(?:[ \t]+(?:-S[ \t]+)?[\w.+-]+)?)[ \t]*(?:\n|$)/.exec(code.slice(0, 200)) ?? []
  const name = path.replace(/^env\s+(?:-S\s+)?/, '').split(/\s/)[0] ?? ''
  return name === '' ? undefined : languageNamed(name.toLowerCase(), languages)
}

const TITLES: Record<string, string> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  sql: 'SQL',
  php: 'PHP',
  cpp: 'C++',
  postgres: 'PostgreSQL',
  duckdb: 'DuckDB',
}

const titleOf = (language: string): string => TITLES[language] ?? language.charAt(0).toUpperCase() + language.slice(1)
