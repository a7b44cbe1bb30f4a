import type {
  CodePattern,
  FoundPattern,
  MemoryAnalysis,
  MemorySearch,
  PatternRequest,
  PatternSuggestion,
} from '../../contract/memory.ts'
import type { ProgramTest } from '../../contract/run.ts'

/** A program that ended well in a run. */
export interface WorkingCode {
  userId: string
  runId: string
  code: string
  language: string
  agent?: string | undefined
  task?: string | undefined
  tests?: readonly ProgramTest[] | undefined
}

/** The memory of programs. Every call names its user, and nothing of one user reaches another, but programs of agents that were shared. */
export interface PatternsApi {
  storePattern(pattern: PatternRequest, userId: string): Promise<{ pattern: CodePattern; isNew: boolean }>
  /** With `agent` its programs alone; AGENT_NOT_FOUND where this user may not ask it. */
  findSimilarPatterns(search: MemorySearch, userId: string): Promise<FoundPattern[]>
  /** The same for a run under way, which waits for no large memory: that is read meanwhile, for the next run. */
  recall(search: MemorySearch, userId: string): Promise<FoundPattern[]>
  /** Known programs that may be better than this one, with the change and the reasons. */
  getPatternSuggestions(search: MemorySearch & { code: string }, userId: string): Promise<PatternSuggestion[]>
  analyse(userId: string): Promise<MemoryAnalysis>
  get(id: string, userId: string): Promise<CodePattern>
  list(query: { userId: string; limit: number; before?: string | undefined }): Promise<CodePattern[]>
  forget(id: string, userId: string): Promise<void>
  /** Forgets everything that this run alone taught. */
  forgetRun(runId: string, userId: string): Promise<number>
  /** Drops everything of a user from memory; the rows are removed by the caller. */
  forgetUser(userId: string): Promise<void>
  /** Keeps a program that worked; it is written soon, and nobody waits for it. */
  remember(working: WorkingCode): void
  /** Writes everything that `remember` was given. */
  settled(): Promise<void>
  /** Resolves when every program has its vector, where a model of embeddings is configured, or that has failed. */
  vectorsMade(): Promise<void>
}
