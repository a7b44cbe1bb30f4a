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

interface Page {
  userId: string
  conversation?: string
  limit: number
  before?: string
}

/** Sessions of users. Another user's session, like one that was never made, is SESSION_NOT_FOUND. */
export interface SessionsApi {
  create(request: SessionRequest, userId: string): Promise<SessionInfo>
  get(id: string, userId: string): Promise<SessionInfo>
  list(filter: Page): Promise<SessionInfo[]>
  update(id: string, userId: string, metadata: Record<string, string>): Promise<SessionInfo>
  history(id: string, userId: string, page: { after?: number; limit: number }): Promise<SessionExecution[]>
  /** Ends it and everything in it; its checkpoints stay. */
  remove(id: string, userId: string): Promise<void>
  /** Lends a session that is awake; what is done in it is not saved by this. */
  use<T>(id: string, owner: Owner, work: (session: LoadedSession) => Promise<T>): Promise<T>
  /** Lends it, and saves it when the work has ended well. */
  change<T>(id: string, owner: Owner, work: (session: LoadedSession) => Promise<T>): Promise<T>
  /** Lends one of any user until it is left. */
  take(id: string, signal?: AbortSignal): Promise<{ session: LoadedSession; leave(): void }>
  /** Freezes, unloads and removes those that nobody used for a while. */
  look(): Promise<void>
  memory: {
    loaded(id: string): LoadedSession | undefined
    /** Saves it and gives its memory back, unless somebody uses it. */
    unload(id: string): Promise<boolean>
    /** No processor time until somebody asks for it. */
    freeze(id: string): Promise<void>
    /** Ends its sandbox without saving it. */
    discard(id: string): Promise<void>
    size(): number
  }
  checkpoints: CheckpointsApi
  /** Read and set from outside of the sandbox. */
  variables: {
    /** Of one language, or of all that the session has. */
    list(id: string, owner: Owner, language?: string): Promise<SessionVariable[]>
    get(id: string, owner: Owner, variable: { language: string; name: string }): Promise<VariableValue>
    set(id: string, owner: Owner, variable: { language: string; name: string; value: unknown }): Promise<void>
  }
  /** Files of the workspace; a file that was written is safe when that resolves. */
  files: {
    list(id: string, owner: Owner, directory: { path: string; depth: number }): Promise<TreeFile[]>
    read(id: string, owner: Owner, path: string): Promise<Uint8Array>
    write(
      id: string,
      owner: Owner,
      file: { path: string; content: Uint8Array | AsyncIterable<Uint8Array> },
    ): Promise<void>
    stat(id: string, owner: Owner, path: string): Promise<TreeFile>
    remove(id: string, owner: Owner, path: string): Promise<void>
  }
  /** Saves all that are in memory. */
  close(): Promise<void>
}

/** States of sessions that are held on to, so that they can be gone back to, compared and branched. */
export interface CheckpointsApi {
  create(sessionId: string, owner: Owner, request?: CheckpointRequest): Promise<CheckpointInfo>
  list(filter: Page & { sessionId?: string }): Promise<CheckpointInfo[]>
  /** The newest of a session. */
  latest(sessionId: string, userId: string): Promise<CheckpointInfo>
  show(id: string, userId: string): Promise<CheckpointDetails>
  /** The session it was made in is as it was then. The history goes on. */
  restore(id: string, owner: Owner): Promise<SessionInfo>
  /** A new session that begins as the checkpoint; the old one is not touched. */
  branch(id: string, userId: string, conversation?: string): Promise<SessionInfo>
  /** Compares two; variables are compared by interpreters in a sandbox of their own. */
  diff(pair: { from: string; to: string }, owner: Owner): Promise<CheckpointDiff>
  /** As one file that needs nothing else. */
  export(id: string, userId: string): Promise<AsyncIterable<Uint8Array>>
  /** A new session that begins as the checkpoint in the file. */
  import(userId: string, source: AsyncIterable<Uint8Array>): Promise<CheckpointInfo>
  /** Answers with what it was. */
  remove(id: string, userId: string): Promise<CheckpointInfo>
  stats(userId: string): Promise<CheckpointStats>
}
