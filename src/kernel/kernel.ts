import type { EndedBy } from '../contract/limits.ts'
import type { ExecutionStatus, KernelError, KernelEvent, KernelVariable, MimeBundle } from './kernel-event.ts'
import type { KernelStates } from './kernel-state.ts'

export interface ExecuteOptions {
  /** What the code reads from its standard input; nothing by default. */
  stdin?: string
  /** For this execution only. */
  env?: Record<string, string>
  /** For this execution only. */
  cwd?: string
  /** The code is interrupted then, and its interpreter ended if that does not help. */
  timeoutMs?: number
  /** Everything told, text and data together; the code is interrupted when it has told more. */
  outputBytes?: number
  /** Interrupts the code. */
  signal?: AbortSignal
  /** False for code that may print without end: nothing it says is kept for the `Execution`, all is told by events. */
  keepsOutput?: boolean
  /**
   * In JavaScript: how long timers, promises, programs and the like that the code has started are waited for when its last statement
   * is done; what is left then is told on `stderr`. By default nothing is waited for.
   */
  waitMs?: number
  /** In Python: tables are data with up to 100,000 rows, not 1,000, and an image that is saved to a file is shown too. */
  showsAll?: boolean
  /** Its turn has come, as the execution of this number. */
  onBegin?(executionCount: number): void
  /** The code is slowed to the pace at which this resolves. */
  onEvent?(event: KernelEvent): void | Promise<void>
}

/** Something shown: by a display call, or as the value of the code itself. */
export interface Shown {
  isResult: boolean
  data: MimeBundle
  metadata: MimeBundle
}

/** One shape for every ending: code that fails, is interrupted or kills its interpreter gives a result, not an exception. */
export interface Execution {
  status: ExecutionStatus
  /** `exit` when the code ended by itself; `killed` when its interpreter died under it. */
  endedBy: EndedBy
  executionCount: number
  stdout: string
  stderr: string
  shown: Shown[]
  error?: KernelError
  /** As if the code were a program: what it asked to exit with, else 0 or 1; null when a limit or a signal ended it. */
  exitCode: number | null
  /** Of an interpreter that died: the signal that ended it. */
  signal: string | null
  /** The code, or its language, has named the exit code: the error is that exit and nothing else. */
  hasExited: boolean
  /** The interpreter is gone, and every variable with it; the next execution starts a fresh one. */
  stateLost: boolean
  durationMs: number
}

export interface KernelValue {
  data: MimeBundle
  /** The value itself, where it can be said in JSON. */
  json?: unknown
}

export interface KernelEnd {
  exitCode: number | null
  signal: string | null
  /** The last it wrote to its own standard error. */
  lastWords: string
}

/** A live interpreter in a box: variables, imports and functions survive between executions. One request at a time. */
export interface Kernel {
  readonly language: string
  readonly version: string
  execute(code: string, options?: ExecuteOptions): Promise<Execution>
  /** The running execution ends as `interrupted`; the state survives. Nothing happens when none is running. */
  interrupt(): Promise<void>
  /** Throws VARIABLE_NOT_FOUND. */
  get(name: string): Promise<KernelValue>
  set(name: string, value: unknown): Promise<void>
  variables(): Promise<KernelVariable[]>
  readonly states: KernelStates
  /** How it ended, if it did while marks were kept: one of them can be gone back to, everything else needs a fresh one. */
  readonly fallen: KernelEnd | undefined
  /** Ends the interpreter and resolves when it is gone. */
  close(): Promise<void>
  readonly ended: Promise<KernelEnd>
}
