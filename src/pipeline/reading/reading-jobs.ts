import { extname } from 'node:path'
import type { Analysis } from '../../contract/analysis.ts'
import type { CommandPolicy, CommandVerdict } from '../../contract/command.ts'
import type { GuardRuleInfo } from '../../contract/guard.ts'
import type { ProgramTest } from '../../contract/run.ts'
import type { SyntaxProblem } from '../../language/syntax/syntax.ts'
import type { Change } from '../correct/change.ts'
import type { Refusing } from '../correct/refuses.ts'
import type { CandidateSearch, FoundCandidates } from '../correct/search-candidates.ts'
import type { StrategyFacts } from '../correct/strategy.ts'
import type { ValueChange } from '../correct/values/javascript/value-changes.ts'
import type { ValueCheck } from '../correct/values/javascript/value-checks.ts'
import type { FoundBlocks, TextToRead } from '../detect/find-blocks.ts'
import type { Judgement } from '../detect/judge.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import type { Dangers, Program } from '../guard/find-dangers.ts'
import type { ProgramReading } from '../verify/javascript/read-program.ts'
import { createReadingPool, type ReadingPool, startReadingThread } from './reading-pool.ts'
import { createRestingThreads } from './resting-threads.ts'

/** All jobs that read a program without running it, each with its question and its answer. */
export interface ReadingJobs {
  /** Finds the code in a text. */
  detect: { asks: TextToRead & Parsing; gives: FoundBlocks }
  /** Finds the language of a program. */
  language: { asks: { code: string } & Parsing; gives: Judgement }
  /** The parser's problems with a program; null when it has no verdict. */
  syntax: { asks: Program; gives: SyntaxProblem[] | null }
  guard: { asks: Program; gives: Dangers }
  /** Dangers that one pass without a parser finds, for a program that exhausted the parsers. */
  scan: { asks: Program; gives: Dangers }
  /** Null for a language without an analysis. */
  analyze: { asks: Program; gives: Analysis | null }
  command: { asks: { command: string; policy: CommandPolicy }; gives: CommandVerdict }
  /** Repairs that rules propose for a program that failed. */
  search: { asks: CandidateSearch; gives: FoundCandidates }
  /** Why a change is no repair; null when it may be one. */
  refuses: { asks: Change & Refusing; gives: string | null }
  /** The assumption of a change, as far as its text shows it; null when it shows none. */
  assumes: { asks: Change; gives: string | null }
  /** Lists of all guard rules and repair strategies: only threads load them, because each rule brings its parser. */
  rules: { asks: null; gives: GuardRuleInfo[] }
  strategies: { asks: null; gives: StrategyFacts[] }
  /** All facts about a JavaScript or TypeScript program that tests need; null when it does not parse. */
  testable: {
    asks: { code: string; fileName: string; functions: readonly string[] | undefined }
    gives: ProgramReading | null
  }
  /** Small changes of a JavaScript program and its tests as single checks; null when it cannot be searched. */
  values: {
    asks: { code: string; tests: ProgramTest[] }
    gives: { changes: ValueChange[]; checks: ValueCheck[] } | null
  }
  /** A test file without the cases of these names. */
  withoutCases: { asks: { content: string; names: readonly string[] }; gives: string }
}

interface Parsing {
  /** Without parsers a text is judged by its signs alone. */
  isParsed: boolean
}

export type Reading = ReadingPool<{ [Kind in keyof ReadingJobs]: ReadingJobs[Kind] }>

/** `.ts` in this repository, `.js` in the published package. */
const FILE = new URL(`./reading-worker${extname(import.meta.filename)}`, import.meta.url)

/** Shared by the engines of this process that ask for it, one after the other, as long as none has custom rules. */
const resting = createRestingThreads()

/** The threads that read programs for one engine. */
export const createReading = (customRules: readonly CustomRule[] = [], { rests = false } = {}): Reading =>
  createReadingPool(startReadingThread(FILE, customRules, rests && customRules.length === 0 ? resting : undefined))
