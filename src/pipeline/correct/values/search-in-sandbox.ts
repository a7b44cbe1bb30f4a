import type { Understood } from '../../failure.ts'
import type { TryOut } from '../../try-out.ts'
import { readSearched, type SearchedValues } from './searched-values.ts'

/** The program that searches, and the files beside it. */
export interface SearchProgram {
  code: string
  files: Readonly<Record<string, string>>
}

/** Makes the program that searches in one language; undefined when this program cannot be searched. */
export type PrepareSearch = (
  wanted: Pick<Understood, 'code' | 'tests'> & { budgetMs: number },
  signal: AbortSignal,
) => Promise<SearchProgram | undefined>

/** Looks for small changes with which all tests pass; undefined when the search came to nothing. */
export type SearchValues = (failure: Understood, signal: AbortSignal) => Promise<SearchedValues | undefined>

export interface SearchValuesParts {
  tryOut: TryOut
  /** By the id of the failing program's language. */
  prepare: Readonly<Record<string, PrepareSearch>>
  budgetMs: number
}

/** The search counts processor time; a busy machine takes longer for the same. */
const TIMES_AS_LONG = 5
const AROUND_MS = 3000
/** The search ends after so much processor time: with less of a core, only the caller's wait grows. */
const WHOLE_CORE = 100
/** The whole programs that it found travel back. */
const REPORT_BYTES = 4_194_304

/** One sandbox for all candidates: the search starts a process for those that may not come back. */
export function createSearchValues({ tryOut, prepare, budgetMs }: SearchValuesParts): SearchValues {
  return async (failure, signal) => {
    const { code, tests, language, limits, admission, request, archive } = failure
    const program = await prepare[language.id]?.({ code, tests, budgetMs }, signal)
    if (!program) return undefined
    const trial = {
      ...{ code: program.code, language, admission, archive, keepsWorkspace: false },
      limits: {
        ...limits,
        cpuPercent: Math.max(limits.cpuPercent, WHOLE_CORE),
        timeoutMs: TIMES_AS_LONG * budgetMs + AROUND_MS,
        outputBytes: Math.max(limits.outputBytes, REPORT_BYTES),
      },
      request: { ...request, files: { ...request.files, ...program.files } },
    }
    const { stdout } = await tryOut(trial, signal)
    return readSearched(stdout)
  }
}
