/** The place at which a parser stopped. Line and column count from 1; the offset is in UTF-16 units of the source, as strings have it. */
export interface SyntaxProblem {
  message: string
  line: number
  column: number
  offset: number
}

/** Reads programs without running them: nothing of a source is ever evaluated or imported. */
export interface SyntaxChecker {
  /**
   * One answer per source, in order: no problems = it parses; null = no parser of ours for this language, or the source
   * is too large, too deep or too slow to look at.
   */
  check(
    language: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<(readonly SyntaxProblem[] | null)[]>
}

/** One parser's verdict on one source. It may throw, which gives no verdict. */
export type Parse = (source: string) => SyntaxProblem[] | null
