import type {
  CheckpointDetails,
  CheckpointDiff,
  CheckpointInfo,
  CheckpointRequest,
  CheckpointStats,
} from '../contract/checkpoint.ts'
import type {
  SessionExecution,
  SessionInfo,
  SessionRequest,
  SessionVariable,
  TreeFile,
  VariableValue,
} from '../contract/session.ts'
import type { Owner } from './create-sessions.ts'
import type { LoadedSession } from './loaded-session.ts'
import type { SessionTerminals } from './session-terminals.ts'

interface Page {
  userId: string
  conversation?: string
  limit: number
  before?: string
}

/** Sessions of users. Another user's session, like a session that was never made, is SESSION_NOT_FOUND. */
export interface SessionsApi {
  create(request: SessionRequest, userId: string): Promise<SessionInfo>
  get(id: string, userId: string): Promise<SessionInfo>
  list(filter: Page): Promise<SessionInfo[]>
  update(id: string, userId: string, metadata: Record<string, string>): Promise<SessionInfo>
  history(id: string, userId: string, page: { after?: number; limit: number }): Promise<SessionExecution[]>
  /** Ends a session and everything in it; its checkpoints stay. */
  remove(id: string, userId: string): Promise<void>
  /** Lends an awake session, without saving the changes made in it. */
  use<T>(id: string, owner: Owner, work: (session: LoadedSession) => Promise<T>): Promise<T>
  /** Lends a session, and saves it when the work has ended well. */
  change<T>(id: string, owner: Owner, work: (session: LoadedSession) => Promise<T>): Promise<T>
  /** Lends a session of any user until it is left. */
  take(id: string, signal?: AbortSignal): Promise<{ session: LoadedSession; leave(): void }>
  /** Freezes, unloads and removes idle sessions. */
  look(): Promise<void>
  memory: {
    loaded(id: string): LoadedSession | undefined
    /** Saves a session and releases its memory, unless somebody uses it. */
    unload(id: string): Promise<boolean>
    /** Stops the session's processor time until somebody asks for it. */
    freeze(id: string): Promise<void>
    /** Ends the session's sandbox without saving it. */
    discard(id: string): Promise<void>
    size(): number
  }
  checkpoints: CheckpointsApi
  /** Variables, read and set from outside of the sandbox. */
  variables: {
    /** Variables of one language, or of all languages in the session. */
    list(id: string, owner: Owner, language?: string): Promise<SessionVariable[]>
    get(id: string, owner: Owner, variable: { language: string; name: string }): Promise<VariableValue>
    /** The names that may stand behind a dot, in Python, JavaScript and TypeScript; `of` is a variable, or `a.b`. */
    attributes(id: string, owner: Owner, variable: { language: string; of: string }): Promise<string[]>
    set(id: string, owner: Owner, variable: { language: string; name: string; value: unknown }): Promise<void>
  }
  /** Files of the workspace; a written file is safe once the call resolves. */
  files: {
    list(id: string, owner: Owner, directory: { path: string; depth: number }): Promise<TreeFile[]>
    read(id: string, owner: Owner, path: string): Promise<Uint8Array>
    write(
      id: string,
      owner: Owner,
      file: { path: string; content: Uint8Array | AsyncIterable<Uint8Array> },
    ): Promise<void>
    stat(id: string, owner: Owner, path: string): Promise<TreeFile>
    /** Replaces a file at the target; never a directory. */
    move(id: string, owner: Owner, paths: { from: string; to: string }): Promise<TreeFile>
    remove(id: string, owner: Owner, path: string): Promise<void>
  }
  /** Shells with a terminal: one in each session, which it uses alone. */
  terminals: Pick<SessionTerminals, 'open' | 'send'>
  /** Saves all sessions in memory. */
  close(): Promise<void>
}

/** Kept states of sessions, which can be restored, compared and branched. */
export interface CheckpointsApi {
  create(sessionId: string, owner: Owner, request?: CheckpointRequest): Promise<CheckpointInfo>
  /** Before a step of a plan; makes room for others before those that somebody asked for. */
  createForStep(sessionId: string, owner: Owner, label: string): Promise<CheckpointInfo>
  list(filter: Page & { sessionId?: string }): Promise<CheckpointInfo[]>
  /** The newest checkpoint of a session. */
  latest(sessionId: string, userId: string): Promise<CheckpointInfo>
  show(id: string, userId: string): Promise<CheckpointDetails>
  /** Restores the checkpoint's session to this state. The history goes on. */
  restore(id: string, owner: Owner): Promise<SessionInfo>
  /** Makes a new session that begins at the checkpoint; the old one is untouched. */
  branch(id: string, userId: string, conversation?: string): Promise<SessionInfo>
  /** Compares two; interpreters in a separate sandbox compare the variables. */
  diff(pair: { from: string; to: string }, owner: Owner): Promise<CheckpointDiff>
  /** Exports the checkpoint as one file that needs nothing else. */
  export(id: string, userId: string): Promise<AsyncIterable<Uint8Array>>
  /** Makes a new session that begins at the checkpoint in the file. */
  import(userId: string, source: AsyncIterable<Uint8Array>): Promise<CheckpointInfo>
  /** Gives the checkpoint as it was. */
  remove(id: string, userId: string): Promise<CheckpointInfo>
  stats(userId: string): Promise<CheckpointStats>
}
