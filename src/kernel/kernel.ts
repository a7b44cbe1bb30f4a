import type { EndedBy } from '../contract/limits.ts'
import type { ExecutionStatus, KernelError, KernelEvent, KernelVariable, MimeBundle } from './kernel-event.ts'
import type { KernelStates } from './kernel-state.ts'

export interface ExecuteOptions {
  /** Standard input of the code; empty by default. */
  stdin?: string
  /** Variables for this execution only. */
  env?: Record<string, string>
  /** Directory for this execution only. */
  cwd?: string
  /** Time after which the code is interrupted, and its interpreter ended if that does not help. */
  timeoutMs?: number
  /** Limit of all output, text and data together; the code is interrupted when it exceeds it. */
  outputBytes?: number
  /** Interrupts the code. */
  signal?: AbortSignal
  /** False for code that may print without end: its output is not kept for the `Execution`, and only events report it. */
  keepsOutput?: boolean
  /**
   * In JavaScript: time to wait, after the last statement, for timers, promises, programs and the like that the code has
   * started; those left then are reported on `stderr`. By default nothing is waited for.
   */
  waitMs?: number
  /** In Python: tables are data with up to 100,000 rows, not 1,000, and an image that is saved to a file is shown too. */
  showsAll?: boolean
  /** Called when the execution's turn comes, with its number. */
  onBegin?(executionCount: number): void
  /** The code is slowed to the pace at which the returned promise resolves. */
  onEvent?(event: KernelEvent): void | Promise<void>
}

/** A shown value: from a display call, or the value of the code itself. */
export interface Shown {
  isResult: boolean
  data: MimeBundle
  metadata: MimeBundle
}

/** One shape for every ending: code that fails, is interrupted or kills its interpreter gives a result, not an exception. */
export interface Execution {
  status: ExecutionStatus
  /** `exit` when the code ended by itself; `killed` when its interpreter died during it. */
  endedBy: EndedBy
  executionCount: number
  stdout: string
  stderr: string
  shown: Shown[]
  error?: KernelError
  /** Exit code as of a program: the one that the code asked for, else 0 or 1; null when a limit or a signal ended it. */
  exitCode: number | null
  /** The signal that ended a dead interpreter. */
  signal: string | null
  /** The code, or its language, has given the exit code: the error is that exit and nothing else. */
  hasExited: boolean
  /** The interpreter is gone, and every variable with it; the next execution starts a fresh one. */
  stateLost: boolean
  durationMs: number
}

export interface KernelValue {
  data: MimeBundle
  /** The value itself, where JSON can express it. */
  json?: unknown
}

export interface KernelEnd {
  exitCode: number | null
  signal: string | null
  /** Last output of the interpreter on its own standard error. */
  lastWords: string
}

/** A live interpreter in a sandbox: variables, imports and functions survive between executions. One request at a time. */
export interface Kernel {
  readonly language: string
  readonly version: string
  execute(code: string, options?: ExecuteOptions): Promise<Execution>
  /** Ends the running execution as `interrupted`; the state survives. Does nothing when none is running. */
  interrupt(): Promise<void>
  /** Throws VARIABLE_NOT_FOUND. */
  get(name: string): Promise<KernelValue>
  set(name: string, value: unknown): Promise<void>
  variables(): Promise<KernelVariable[]>
  /** The names that may stand behind a dot: of a variable, or of an attribute (`a.b`). Throws VARIABLE_NOT_FOUND. */
  attributes(of: string): Promise<string[]>
  readonly states: KernelStates
  /** The interpreter's end, if it came while marks were kept: one of them can be restored, everything else needs a fresh one. */
  readonly fallen: KernelEnd | undefined
  /** Ends the interpreter and resolves when it is gone. */
  close(): Promise<void>
  readonly ended: Promise<KernelEnd>
}
