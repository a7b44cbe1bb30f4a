import type { TestFile, TestOptions, TestReport } from '../../contract/test-report.ts'
import type { LanguageModel } from '../../model/model.ts'

/** A program, and what is wanted of its tests. */
export interface TestPlan {
  code: string
  /** By id. */
  language: string
  /** Name of the program's file; tests import it by this name. */
  fileName: string
  options: TestOptions
  /** Files beside the program, such as data that it reads. */
  files: Readonly<Record<string, string>>
  /** Everything together must be done by then; `performance.now()` counts. */
  deadline: number
  /** Asked for cases where there is one; its cases are run like all others. */
  model?: LanguageModel | undefined
}

/** A program of ours that is run in a box, with the plan and the program under test as files beside it. */
export interface BoxWork {
  code: string
  /** By id: what runs `code`. */
  language: string
  /** By path in the workspace. */
  files: Readonly<Record<string, string>>
  timeoutMs: number
}

export interface BoxWorkEnd {
  /** Undefined when it was ended by a limit or a signal. */
  exitCode: number | null
  endedBy: string
  /** The first megabyte. */
  stdout: string
  /** The last 64 KB. */
  stderr: string
  durationMs: number
}

/** A fresh box without network, with the limits of the run. */
export type RunInBox = (work: BoxWork, signal: AbortSignal) => Promise<BoxWorkEnd>

/** Makes and runs tests of one family of languages. */
export interface TestMaker {
  /** By id. */
  languages: readonly string[]
  make(plan: TestPlan, runInBox: RunInBox, signal: AbortSignal): Promise<TestReport>
  /** The cases that no other makes needless, by lines covered and mutants killed: the file without the rest. */
  optimize(plan: TestPlan & { tests: TestFile }, runInBox: RunInBox, signal: AbortSignal): Promise<TestReport>
}
