import type { DetectedBlock, DetectResult } from '../../contract/detect.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Program, RunRequest } from '../../contract/run.ts'
import { unknownLanguage } from '../../contract/unknown-language.ts'
import { findLanguage, type Language, languageOfFile } from '../../language/language.ts'
import { packageWishesIn, type Wish, withWishesAsComments } from '../../language/package-wishes.ts'
import { programsOf } from '../programs-of.ts'
import { readingBudgetMs } from '../reading/reading-budget.ts'
import type { Reading } from '../reading/reading-jobs.ts'
import type { Stage } from '../stage.ts'
import { complexityOf } from './complexity.ts'
import type { FoundBlocks, TextToRead } from './find-blocks.ts'
import { leastToRun, SURE } from './judge.ts'
import { MAX_PIECES } from './read/read-answer.ts'

export interface DetectParts {
  languages: readonly Language[]
  reading: Reading
  /** Whether blocks of a language continue each other in a session, because they share one interpreter. */
  livesOn?(language: string): boolean
  /** Sees to packages that code wants to install, as far as they may be; answers in one line. */
  answerWishes?(wishes: Wish[]): Promise<string>
}

export interface Detect {
  /** The code of a request, emitted block by block. */
  stage: Stage<RunRequest, DetectedBlock[]>
  /** All the code in an answer, including code inside of sentences; in a session blocks may need names that it has. */
  blocksOf(text: string, signal?: AbortSignal, isInSession?: boolean): Promise<DetectResult>
  /** Throws when the language of a program is unknown or unclear; callers ask before a run begins. */
  languageOf(program: Program, signal?: AbortSignal): Promise<Told>
}

export interface Told {
  language: Language
  confidence: number
  reason: string
}

/** Most milliseconds, since an answer may be as long as a request. */
const MOST_MS = 8_000

/** Finds the code of a request in threads that can be ended, so the server goes on meanwhile. */
export function createDetect({ languages, reading, livesOn = () => false, answerWishes }: DetectParts): Detect {
  const living = languages.filter(({ id }) => livesOn(id)).map(({ id }) => id)
  const find = (wanted: TextToRead, signal?: AbortSignal): Promise<FoundBlocks> =>
    parsersPermitting((isParsed) =>
      reading.ask(
        'detect',
        { ...wanted, isParsed },
        { budgetMs: readingBudgetMs(wanted.text.length, MOST_MS), signal },
      ),
    )
  const languageOf: Detect['languageOf'] = (program, signal) =>
    languageOfProgram(program, { languages, reading, signal })
  return {
    async stage(request, { emit, cause, signal }) {
      const all =
        request.text !== undefined
          ? await toRun(find({ text: request.text, isToRun: true, livesOn: request.session ? living : [] }, signal))
          : await Promise.all(
              programsOf(request).map(async (each) => wholeProgram(each, await languageOf(each, signal))),
            )
      const blocks = answerWishes
        ? await withWishes(all, { answer: answerWishes, isLive: request.session !== undefined })
        : all
      blocks.forEach((found, block) => {
        emit({ type: 'block.found', block, found, cause })
      })
      return blocks
    },
    async blocksOf(text, signal, isInSession = false) {
      const { blocks, leftOut } = await find({ text, isToRun: false, livesOn: isInSession ? living : [] }, signal)
      return leftOut > 0 ? { blocks, leftOut } : { blocks }
    },
    languageOf,
  }
}

/**
 * Answers the wishes for packages. A block that has nothing else in it tells the answer as its reason; in Python the lines of a
 * notebook become comments, unless a live interpreter runs them.
 */
async function withWishes(
  blocks: DetectedBlock[],
  { answer, isLive }: { answer: (wishes: Wish[]) => Promise<string>; isLive: boolean },
): Promise<DetectedBlock[]> {
  const told: DetectedBlock[] = []
  for (const block of blocks) {
    const wishes = packageWishesIn(block.language, block.code)
    const reason = wishes.length > 0 ? await answer(wishes) : undefined
    if (reason === undefined) told.push(block)
    else if (block.language !== 'python') told.push(block.executable ? block : { ...block, reason })
    else told.push(isLive ? block : { ...block, ...commented(block), reason })
  }
  return told
}

/** Its own text stays beside a program whose lines became comments. */
function commented({ code, source }: DetectedBlock): Pick<DetectedBlock, 'code' | 'source'> {
  const runs = withWishesAsComments(code)
  return runs === code ? { code } : { code: runs, source: source ?? code }
}

/** A text that exhausts a parser is judged by its signs alone. */
async function parsersPermitting<T>(ask: (isParsed: boolean) => Promise<T>): Promise<T> {
  try {
    return await ask(true)
  } catch (error) {
    if (error instanceof EngineError && error.code === 'NOT_READ') return ask(false)
    throw error
  }
}

async function toRun(finding: Promise<FoundBlocks>): Promise<DetectedBlock[]> {
  const { blocks, leftOut } = await finding
  if (leftOut > 0) throw new EngineError('TOO_MANY_BLOCKS', { most: MAX_PIECES })
  return blocks
}

async function languageOfProgram(
  program: Program,
  { languages, reading, signal }: Pick<DetectParts, 'languages' | 'reading'> & { signal: AbortSignal | undefined },
): Promise<Told> {
  const known = languages.map(({ id }) => id)
  if (program.language !== undefined) {
    const language = findLanguage(languages, program.language)
    if (!language) throw unknownLanguage(program.language, languages)
    return { language, confidence: 1, reason: 'the request says so' }
  }
  const named = languageOfFile(languages, program.fileName ?? '')
  if (named) return { language: named, confidence: 1, reason: `the file is named ${program.fileName}` }
  const { code } = program
  const judged = await parsersPermitting((isParsed) =>
    reading.ask('language', { code, isParsed }, { budgetMs: readingBudgetMs(code.length), signal }),
  )
  const guessed = findLanguage(languages, judged.language ?? '')
  // A program that is sent alone is to be run: near siblings are no reason to ask back.
  const least = Math.min(SURE, leastToRun(judged.language))
  if (!guessed || judged.confidence < least || judged.code !== code)
    throw new EngineError('LANGUAGE_UNCLEAR', { known })
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
