import { extname } from 'node:path'
import { EngineError } from '../../contract/errors.ts'
import type { DetectedBlock, DetectResult, Program, RunRequest } from '../../contract/run.ts'
import { findLanguage, type Language, languageOfFile } from '../../language/language.ts'
import type { SyntaxChecker } from '../../language/syntax/syntax.ts'
import { createThread } from '../../language/syntax/thread.ts'
import { programsOf } from '../programs-of.ts'
import type { Stage } from '../stage.ts'
import { complexityOf } from './complexity.ts'
import { scoreClues } from './guess/score-clues.ts'
import { type Candidate, joinBlocks } from './join-blocks.ts'
import { type Judgement, type JudgeParts, judge } from './judge.ts'
import { MAX_PIECES, type Piece, type Reading, readAnswer } from './read/read-answer.ts'
import { whyNotRun } from './why-not-run.ts'

export interface DetectParts {
  languages: readonly Language[]
  syntax: SyntaxChecker
  /** Whether blocks of a language go on with each other by themselves in a session, as they live in one interpreter. */
  livesOn?(language: string): boolean
}

export interface Detect {
  /** The code of a request, told block by block. */
  stage: Stage<RunRequest, DetectedBlock[]>
  /** All the code in an answer, also what stands inside of sentences. */
  blocksOf(text: string, signal?: AbortSignal): Promise<DetectResult>
  /** Throws when the language of a program is not known or not clear; callers ask before a run begins. */
  languageOf(program: Program, signal?: AbortSignal): Promise<Told>
  close(): Promise<void>
}

export interface Told {
  language: Language
  confidence: number
  reason: string
}

/** Longer answers are read in a thread of their own, so that the server goes on meanwhile. */
const LONG_TEXT = 50_000
const READ_MS = 20_000
const READER = new URL(`./read/read-worker${extname(import.meta.filename)}`, import.meta.url)
/** Of answers with more pieces than this the first ones are shown to parsers; the others are known by their signs alone. */
const MAX_PARSED = 100
const noSyntax: Pick<SyntaxChecker, 'check'> = { check: async (_, sources) => sources.map(() => null) }
/** A program whose language is guessed is run when the guess is this good. */
const SURE = 0.6

/** Finds the code of a request. It reads; it never runs or imports what it reads. */
export function createDetect(parts: DetectParts): Detect {
  const thread = createThread<string, Reading>({ file: READER, timeoutMs: READ_MS })
  const read = async (text: string, signal?: AbortSignal): Promise<Reading> => {
    const reading = text.length > LONG_TEXT ? await thread.ask(text, signal) : readAnswer(text)
    if (!reading) throw new Error('reading an answer took too long')
    return reading
  }
  const find = async (reading: Reading, signal?: AbortSignal, livesOn: (language: string) => boolean = () => false) => {
    const { languages } = parts
    const candidates = await Promise.all(
      reading.pieces.map((piece, index) => {
        const syntax = index < MAX_PARSED ? parts.syntax : noSyntax
        return candidateOf(piece, { languages, syntax, signal })
      }),
    )
    const found = withoutOverlaps(candidates).map((candidate) => goingOn(candidate, livesOn))
    return joinBlocks(found, { syntax: parts.syntax, signal })
  }
  const languageOf: Detect['languageOf'] = (program, signal) => languageOfProgram(program, { ...parts, signal })
  return {
    async stage(request, { emit, cause, signal }) {
      const blocks =
        request.text !== undefined
          ? await find(toRun(await read(request.text, signal)), signal, request.session ? parts.livesOn : undefined)
          : await Promise.all(
              programsOf(request).map(async (each) => wholeProgram(each, await languageOf(each, signal))),
            )
      blocks.forEach((found, block) => {
        emit({ type: 'block.found', block, found, cause })
      })
      return blocks
    },
    async blocksOf(text, signal) {
      const reading = await read(text, signal)
      const blocks = await find(reading, signal)
      return reading.leftOut > 0 ? { blocks, leftOut: reading.leftOut } : { blocks }
    },
    languageOf,
    close: thread.close,
  }
}

/** In a session a block of a living language is run as it stands: what it needs may be there, or comes from the blocks before. */
function goingOn(candidate: Candidate, livesOn: (language: string) => boolean): Candidate {
  const { block, isFragment } = candidate
  if (block.language === null || !livesOn(block.language)) return candidate
  const alone = { ...candidate, standsAlone: true }
  return isFragment ? { ...alone, block: { ...block, executable: true, reason: 'it goes on with the session' } } : alone
}

/** A run has no use for what stands inside of sentences, and runs all of an answer or nothing. */
function toRun({ pieces, leftOut }: Reading): Reading {
  if (leftOut > 0) throw new EngineError('TOO_MANY_BLOCKS', { most: MAX_PIECES })
  return { pieces: pieces.filter(({ kind }) => kind !== 'inline'), leftOut }
}

async function candidateOf(piece: Piece, parts: JudgeParts): Promise<Candidate> {
  const { kind, start, end, line, context, code } = piece
  const place = { kind, start, end, line, ...(context !== '' && { context }) }
  if (kind === 'inline') {
    const told = { language: null, confidence: 0, executable: false, reason: 'it stands inside of a sentence' }
    return { block: { ...told, code, complexity: complexityOf(code), ...place }, isFragment: false, isCode: false }
  }
  const judged = await judge(piece, parts)
  const { language, confidence } = judged
  const refusal = judged.isRunnable ? whyNotRun({ ...judged, language: language ?? '' }) : undefined
  const block: DetectedBlock = {
    language,
    confidence,
    code: judged.code,
    executable: judged.isRunnable && !refusal,
    reason: refusal?.reason ?? judged.reason,
    complexity: complexityOf(judged.code),
    ...place,
  }
  return { block, isFragment: refusal?.isFragment ?? false, isCode: isSurelyCode(judged) }
}

/** Code that nobody marked as such is told only when a parser accepts it, or all signs speak for it. */
const isSurelyCode = ({ isRunnable, confidence, problems }: Judgement): boolean =>
  isRunnable && (problems === null ? confidence >= 0.8 : problems.length === 0 && confidence >= SURE)

/** Bare code takes in what is indented between its lines and what is quoted in them; what is not sure to be code goes. */
function withoutOverlaps(candidates: Candidate[]): Candidate[] {
  const isBare = ({ block: { kind } }: Candidate) => kind === 'bare' || kind === 'whole'
  const bare = candidates.filter((candidate) => isBare(candidate) && candidate.isCode)
  const isInside = ({ block }: Candidate) =>
    bare.some(({ block: { start, end } }) => start < block.end && block.start < end)
  return candidates.filter((candidate) => (isBare(candidate) ? candidate.isCode : !isInside(candidate)))
}

async function languageOfProgram(program: Program, parts: JudgeParts): Promise<Told> {
  const { languages } = parts
  const known = languages.map(({ id }) => id)
  if (program.language !== undefined) {
    const language = findLanguage(languages, program.language)
    if (!language) throw new EngineError('LANGUAGE_UNKNOWN', { language: program.language, known })
    return { language, confidence: 1, reason: 'the request says so' }
  }
  const named = languageOfFile(languages, program.fileName ?? '')
  if (named) return { language: named, confidence: 1, reason: `the file is named ${program.fileName}` }
  const { code } = program
  const piece: Piece = { kind: 'whole', info: '', code, start: 0, end: code.length, line: 1, context: '' }
  const judged = await judge({ ...piece, scores: scoreClues(code) }, parts)
  const guessed = findLanguage(languages, judged.language ?? '')
  if (!guessed || judged.confidence < SURE || judged.code !== code) throw new EngineError('LANGUAGE_UNCLEAR', { known })
  return { language: guessed, confidence: judged.confidence, reason: judged.reason }
}

function wholeProgram({ code }: Program, { language, confidence, reason }: Told): DetectedBlock {
  return {
    language: language.id,
    confidence,
    code,
    start: 0,
    end: code.length,
    line: 1,
    executable: true,
    reason,
    complexity: complexityOf(code),
    kind: 'whole',
  }
}
