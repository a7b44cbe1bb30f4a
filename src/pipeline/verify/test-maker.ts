import type { TestFile, TestOptions, TestReport } from '../../contract/test-report.ts'
import type { LanguageModel } from '../../model/model.ts'

/** A program, and the options for its tests. */
export interface TestPlan {
  code: string
  /** The id of the language. */
  language: string
  /** Name of the program's file; tests import it by this name. */
  fileName: string
  options: TestOptions
  /** Files beside the program, such as data that it reads. */
  files: Readonly<Record<string, string>>
  /** Time by which all work must be done, as counted by `performance.now()`. */
  deadline: number
  /** Proposes cases, if present; its cases are run like all others. */
  model?: LanguageModel | undefined
}

/** Our program that runs in a sandbox, with the plan and the program under test as files beside it. */
export interface SandboxWork {
  code: string
  /** The id of the language that runs `code`. */
  language: string
  /** Contents by path in the workspace. */
  files: Readonly<Record<string, string>>
  timeoutMs: number
}

export interface SandboxWorkEnd {
  /** Null when a limit or a signal ended the program. */
  exitCode: number | null
  endedBy: string
  /** The first megabyte. */
  stdout: string
  /** The last 64 KB. */
  stderr: string
  durationMs: number
}

/** Runs in a fresh sandbox without network, with the limits of the run. */
export type RunInSandbox = (work: SandboxWork, signal: AbortSignal) => Promise<SandboxWorkEnd>

/** Generates and runs tests for one family of languages. */
export interface TestMaker {
  /** Ids of the languages. */
  languages: readonly string[]
  make(plan: TestPlan, runInSandbox: RunInSandbox, signal: AbortSignal): Promise<TestReport>
  /** Keeps the cases that no other makes redundant, by covered lines and killed mutants: returns the file without the rest. */
  optimize(plan: TestPlan & { tests: TestFile }, runInSandbox: RunInSandbox, signal: AbortSignal): Promise<TestReport>
}
