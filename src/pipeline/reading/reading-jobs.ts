import { extname } from 'node:path'
import type { Analysis } from '../../contract/analysis.ts'
import type { CommandPolicy, CommandVerdict } from '../../contract/command.ts'
import type { GuardRuleInfo } from '../../contract/guard.ts'
import type { SyntaxProblem } from '../../language/syntax/syntax.ts'
import type { CandidateSearch, FoundCandidates } from '../correct/search-candidates.ts'
import type { StrategyFacts } from '../correct/strategy.ts'
import type { Change } from '../correct/weakens.ts'
import type { FoundBlocks, TextToRead } from '../detect/find-blocks.ts'
import type { Judgement } from '../detect/judge.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import type { Dangers, Program } from '../guard/find-dangers.ts'
import type { ProgramReading } from '../verify/javascript/read-program.ts'
import { createReadingPool, type ReadingPool, startReadingThread } from './reading-pool.ts'
import { createRestingThreads } from './resting-threads.ts'

/** Everything that is found out about a program without running it: what is asked, and what is answered. */
export interface ReadingJobs {
  /** The code in a text. */
  detect: { asks: TextToRead & Parsing; gives: FoundBlocks }
  /** What a program is written in. */
  language: { asks: { code: string } & Parsing; gives: Judgement }
  /** What a parser has against a program; null when it says nothing. */
  syntax: { asks: Program; gives: SyntaxProblem[] | null }
  guard: { asks: Program; gives: Dangers }
  /** Null for a language that nothing here reads. */
  analyze: { asks: Program; gives: Analysis | null }
  command: { asks: { command: string; policy: CommandPolicy }; gives: CommandVerdict }
  /** What rules would change in a program that failed. */
  search: { asks: CandidateSearch; gives: FoundCandidates }
  /** Why a change makes a program weaker; null when it does not. */
  weakens: { asks: Change; gives: string | null }
  /** What there is to find dangers and to repair by: only threads load it, each rule brings its parser. */
  rules: { asks: null; gives: GuardRuleInfo[] }
  strategies: { asks: null; gives: StrategyFacts[] }
  /** All that tests need to know of a program in JavaScript or TypeScript; null when it does not parse. */
  testable: {
    asks: { code: string; fileName: string; functions: readonly string[] | undefined }
    gives: ProgramReading | null
  }
  /** A file of tests without the cases of these names. */
  withoutCases: { asks: { content: string; names: readonly string[] }; gives: string }
}

interface Parsing {
  /** Without parsers a text is known by its signs alone. */
  isParsed: boolean
}

export type Reading = ReadingPool<{ [Kind in keyof ReadingJobs]: ReadingJobs[Kind] }>

/** Sources here, what was built from them in the published package. */
const FILE = new URL(`./reading-worker${extname(import.meta.filename)}`, import.meta.url)

/** Shared by the engines of this process, one after the other, as long as none has rules of its own. */
const resting = createRestingThreads()

/** The threads that read programs for one engine. */
export const createReading = (customRules: readonly CustomRule[] = []): Reading =>
  createReadingPool(startReadingThread(FILE, customRules, customRules.length === 0 ? resting : undefined))
