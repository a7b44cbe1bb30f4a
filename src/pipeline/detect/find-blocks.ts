import type { DetectedBlock } from '../../contract/detect.ts'
import type { Language } from '../../language/language.ts'
import type { SyntaxChecker } from '../../language/syntax/syntax.ts'
import { complexityOf } from './complexity.ts'
import { withoutEarlierVersions } from './earlier-versions.ts'
import { likelihoodOfProse } from './guess/model/language-model.ts'
import { scoreClues } from './guess/score-clues.ts'
import { type Candidate, joinBlocks } from './join-blocks.ts'
import { type Judgement, type JudgeParts, judge, SURE } from './judge.ts'
import { type Piece, readAnswer } from './read/read-answer.ts'
import { saysNotToRun } from './read/read-info.ts'
import type { Refusal } from './refusal.ts'
import { warningAround } from './warnings.ts'
import { whyNotRun } from './why-not-run.ts'

export interface FindingParts {
  languages: readonly Language[]
  syntax: Pick<SyntaxChecker, 'check'>
}

export interface TextToRead {
  text: string
  /** A run leaves out code inside of sentences. */
  isToRun: boolean
  /** Languages with blocks that continue each other. */
  livesOn: readonly string[]
}

export interface FoundBlocks {
  blocks: DetectedBlock[]
  leftOut: number
}

/** Only this many pieces of an answer go to parsers; the others are judged by their signs alone. */
const MAX_PARSED = 100
const noSyntax: Pick<SyntaxChecker, 'check'> = { check: async (_, sources) => sources.map(() => null) }

/** Finds the code in a text. It only reads: it never runs or imports the code. */
export async function findBlocks(
  { text, isToRun, livesOn }: TextToRead,
  { languages, syntax }: FindingParts,
): Promise<FoundBlocks> {
  const { pieces, leftOut } = readAnswer(text)
  // A run executes all of an answer or nothing.
  if (isToRun && leftOut > 0) return { blocks: [], leftOut }
  const wanted = isToRun ? pieces.filter(({ kind }) => kind !== 'inline') : pieces
  const candidates: Candidate[] = []
  for (const [index, piece] of wanted.entries()) {
    candidates.push(await candidateOf(piece, { languages, syntax: index < MAX_PARSED ? syntax : noSyntax }))
  }
  const current = withoutEarlierVersions(withoutOverlaps(candidates))
  const found = current.map((candidate) => goingOn(candidate, livesOn))
  return { blocks: await joinBlocks(found, { syntax }), leftOut }
}

/** The language of a whole program for which none was given. */
export function judgeProgram(code: string, parts: FindingParts): Promise<Judgement> {
  const piece: Piece = { kind: 'whole', info: '', code, start: 0, end: code.length, line: 1, context: '' }
  return judge({ ...piece, scores: scoreClues(code) }, parts)
}

/** In a session a block of a living language is run as it stands: its missing names may be in the session, or come from earlier blocks. */
function goingOn(candidate: Candidate, livesOn: readonly string[]): Candidate {
  const { block, isFragment } = candidate
  if (block.language === null || !livesOn.includes(block.language)) return candidate
  const alone = { ...candidate, standsAlone: true }
  return isFragment ? { ...alone, block: { ...block, executable: true, reason: 'it goes on with the session' } } : alone
}

async function candidateOf(piece: Piece, parts: JudgeParts): Promise<Candidate> {
  const { kind, start, end, line, context, code, before = '', behind = '', draft } = piece
  const place = { kind, start, end, line, ...(context !== '' && { context }) }
  if (kind === 'inline') {
    const told = { language: null, confidence: 0, executable: false, reason: 'it stands inside of a sentence' }
    return { block: { ...told, code, complexity: complexityOf(code), ...place }, isFragment: false, isCode: false }
  }
  const judged = await judge(piece, parts)
  const { language, confidence } = judged
  const refusal = judged.isRunnable
    ? (refusedAround({ draft, before, behind, code, info: piece.info }) ??
      whyNotRun({ ...judged, language: language ?? '' }))
    : undefined
  const block: DetectedBlock = {
    language,
    confidence,
    code: judged.code,
    ...(judged.code !== code && { source: code }),
    executable: judged.isRunnable && !refusal,
    reason: refusal?.reason ?? judged.reason,
    complexity: complexityOf(judged.code),
    ...place,
  }
  return { block, isFragment: refusal?.isFragment ?? false, isCode: isSurelyCode(judged, piece.looksLikeCode) }
}

interface ProseAround {
  draft: string | undefined
  before: string
  behind: string
  code: string
  info: string
}

/** Reasons against a run that stand in the prose. Such a block is no part of another one either. */
function refusedAround({ draft, info, ...around }: ProseAround): Refusal | undefined {
  if (draft !== undefined) return { reason: `a draft: it stands inside of <${draft}>` }
  if (saysNotToRun(info)) return { reason: 'its fence says that it is not to be run' }
  const reason = warningAround(around)
  return reason === undefined ? undefined : { reason }
}

/** Forms of text that people read: bare lines of them are the answer itself. */
const READ = ['prose', 'markdown', 'output', 'pseudocode', 'tree', 'csv', 'http', 'ini', 'env', 'diff', 'mermaid']

const isRead = (language: string | null): boolean => language !== null && READ.includes(language)

/** Most likelihood of prose in lines that count as code though nobody can say in which language. */
const PROSE = 0.2
/** The model reads no more of a text. */
const MOST_READ = 8_000
/** Comments are prose inside of code. */
const COMMENT = /^[ \t]*(?:\/\/|\/\*|\* |# |-- ).*$/gm

/** Unmarked code counts only when a parser accepts it, all signs speak for it, or nothing in it reads like prose. */
function isSurelyCode({ language, isRunnable, confidence, problems, code }: Judgement, looksLikeCode = false): boolean {
  if (looksLikeCode && (language === 'output' || !isRead(language))) return true
  const plain = code.slice(0, MOST_READ).replace(COMMENT, '').trim()
  if (plain.includes('\n') && likelihoodOfProse(plain) < (isRead(language) ? PROSE / 4 : PROSE)) return true
  if (isRead(language)) return false
  if (!isRunnable) return confidence >= 0.8 && language !== null
  return problems === null ? confidence >= 0.8 : problems.length === 0 && confidence >= SURE
}

/** Bare code includes the indented and quoted code between its lines; bare text that is not surely code is dropped. */
function withoutOverlaps(candidates: Candidate[]): Candidate[] {
  const isBare = ({ block: { kind } }: Candidate) => kind === 'bare' || kind === 'whole'
  const bare = candidates.filter((candidate) => isBare(candidate) && candidate.isCode)
  const isInside = ({ block }: Candidate) =>
    bare.some(({ block: { start, end } }) => start < block.end && block.start < end)
  return candidates.filter((candidate) => (isBare(candidate) ? candidate.isCode : !isInside(candidate)))
}
