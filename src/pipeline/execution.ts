import type { AttemptState } from '../contract/attempt-state.ts'
import type { NewHosts } from '../contract/effect.ts'
import type { Limits } from '../contract/limits.ts'
import type { ExecutionEnd, Outcome, RunRequest, ShownValue } from '../contract/run.ts'
import type { FileLeftOut } from '../contract/run-file.ts'
import type { Language } from '../language/language.ts'
import type { Admission } from '../sandbox/slots.ts'
import type { StageContext } from './stage.ts'

/** One program to be run once. */
export interface Execution {
  block: number
  attempt: number
  code: string
  language: Language
  limits: Limits
  admission: Pick<Admission, 'takeSlot' | 'userId' | 'passed'>
  request: Pick<RunRequest, 'input' | 'args' | 'files' | 'options' | 'agent'>
  /** The workspace to start from: files that the block before it left. All executions that start from it share it. */
  archive?: WorkspaceArchive | undefined
  /** Whether the workspace is needed afterwards. */
  keepsWorkspace?: boolean | undefined
  /** The session to run in, instead of a fresh sandbox. */
  session?: RunSession | undefined
  /** Takes the files that the program writes; without it they are only noticed. */
  keeper?: FileKeeper | undefined
  /** Hosts that a person may open while it runs. */
  newHosts?: NewHosts | undefined
  /** The run whose attempt it is; absent for trials and tests. */
  runId?: string | undefined
  /** Whether time and memory are measured. */
  measures?: boolean | undefined
}

/** Keeps files of one run, as long as the run. */
export interface FileKeeper {
  /** The reason why a file of this size is not kept. */
  refuses(size: number): string | undefined
  /** Gives the hash of the bytes. */
  keep(bytes: Uint8Array): Promise<string>
}

/** The files that a program left in its workspace. */
export interface Written {
  files: { path: string; size: number; mediaType: string; blob: string }[]
  left: FileLeftOut[]
  /** Whether the program wrote any file, kept or not. */
  hasAny: boolean
}

/** A workspace as tar, in the pieces it came in: it may be as large as a sandbox. */
export type WorkspaceArchive = readonly Uint8Array[]

/** The result of an execution. */
export interface Executed {
  end: ExecutionEnd
  /** The beginning of stdout. */
  stdout: string
  /** The end of stderr, where a traceback stands. */
  stderr: string
  /** Whether the two texts are the whole output. */
  isWhole: boolean
  /** Values and pictures that it showed; absent in a session, which tells them as they come. */
  shown?: ShownValue[]
  written?: Written
  /** The workspace afterwards, if it was asked for and the program ended well. */
  archive?: WorkspaceArchive
}

/** Finds the session that a run names. */
export interface RunSessions {
  /** The session of a run, its own until it ends; and the rules that the run has to follow there. */
  forRun(
    request: RunRequest,
    sessionId: string,
    owner: { userId: string; signal?: AbortSignal | undefined },
  ): Promise<{ session: RunSession; limits: Limits; request: RunRequest }>
}

/** The outcome of a block that ran in a session. */
export interface Settlement {
  outcome: Outcome
  /** The program as it was last run; absent when nothing was run. */
  execution: Execution
}

/**
 * The session that a run works in, reserved for it until the run has ended. An execution starts from the state that was
 * settled last; changes by another execution since then are undone first.
 */
export interface KnownName {
  name: string
  /** The value, cut short; of a table its columns. */
  summary: string
}

export interface RunSession {
  readonly id: string
  /** Called before any execution, for the history. */
  begin(runId: string): void
  execute(execution: Execution, context: StageContext): Promise<Executed>
  /** The variables of the language's live interpreter, or its tables, as they were before the last execution. */
  known(language: Language, signal: AbortSignal): Promise<KnownName[]>
  /** Keeps the changes of the last execution in the session for good when it went well; undoes them otherwise. */
  settle(settlement: Settlement, signal: AbortSignal): Promise<AttemptState>
  /** Called before an execution that the guard has doubts about. */
  beforeRisk(): Promise<void>
  /** Undoes unsettled changes, and lets other runs use the session. */
  leave(): Promise<void>
}
