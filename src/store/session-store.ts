import type { CheckpointInfo } from '../contract/checkpoint.ts'
import type { SessionExecution, SessionSettings, SessionVariable } from '../contract/session.ts'

/**
 * A saved state: the blob that describes it, and every blob with content that it needs, its own among them. Many states
 * share blobs; one that no state needs is garbage.
 */
export interface StateRow {
  /** The hash of the blob that describes it. */
  id: string
  blobs: readonly string[]
  /** As seen: files and variables whole. */
  bytes: number
  createdAt: number
}

/** Blobs that nothing needs any more: whoever gets them removes the bytes, then forgets them. */
export interface Released {
  blobs: string[]
}

export interface SessionRow {
  id: string
  userId: string
  conversation: string
  settings: SessionSettings
  /** The state it was last saved in. */
  stateId: string | null
  executions: number
  createdAt: number
  usedAt: number
  /** The engine that has it in memory; free when that has no lease. */
  engineId: string | null
  branchedFrom: string | null
}

/** Every change tells an event of the session, in the same transaction. */
export interface SessionRows {
  /** With a state it begins as that one, which must be there: throws CHECKPOINT_NOT_FOUND otherwise. */
  create(session: SessionRow): Promise<void>
  get(id: string): Promise<SessionRow | undefined>
  /** Newest first; `before` is the id that ended the page before. */
  list(filter: { userId: string; conversation?: string; limit: number; before?: string }): Promise<SessionRow[]>
  /**
   * In one transaction: the state becomes the session's, the execution is added to the history with the next number, the one
   * before is given up if nothing else needs it. Throws SESSION_ELSEWHERE unless the engine has the session, SESSION_NOT_FOUND when it
   * was removed, STATE_DAMAGED for a state whose content was given up meanwhile.
   */
  advance(step: {
    sessionId: string
    engineId: string
    usedAt: number
    state?: StateRow
    execution?: Omit<SessionExecution, 'n'>
    /** The checkpoint whose state it goes back to. */
    checkpointId?: string
  }): Promise<Released & { executions: number }>
  update(id: string, change: { settings: SessionSettings; usedAt: number }): Promise<void>
  /**
   * Takes it for this engine: false when another one that lives (its lease lasts beyond `now`) has it. Throws
   * SESSION_NOT_FOUND when there is none.
   */
  claim(id: string, engineId: string, now: number): Promise<boolean>
  /** Gives it back; nothing when another engine has it. */
  release(id: string, engineId: string): Promise<void>
  /** Oldest numbers first, from `after` on. */
  history(filter: { sessionId: string; after?: number; limit: number }): Promise<SessionExecution[]>
  /** Not used since, and in memory of no living engine. */
  idle(filter: { usedBefore: number; now: number; limit: number }): Promise<SessionRow[]>
  /** With its history; checkpoints of it stay. */
  remove(id: string, why: { at: number; reason: 'asked' | 'idle' }): Promise<Released>
}

export interface CheckpointRow extends Omit<CheckpointInfo, 'inMemory'> {
  userId: string
  stateId: string
  /** Settings of the session then: a branch begins with them. */
  settings: SessionSettings
  variables: SessionVariable[]
}

export interface CheckpointCount {
  byKind: Record<string, number>
  conversations: number
  bytes: number
  oldestAt: number | null
  newestAt: number | null
}

/** Every change tells an event of the session it was made in, in the same transaction. */
export interface CheckpointRows {
  /**
   * In one transaction: adds it, with its state if that is new, and removes the oldest of the conversation beyond `most`:
   * automatic ones first, never this one. Throws STATE_DAMAGED when its state was given up meanwhile.
   */
  add(checkpoint: CheckpointRow, options: { most: number; state?: StateRow }): Promise<Released & { removed: string[] }>
  get(id: string): Promise<CheckpointRow | undefined>
  /** Newest first. */
  list(filter: { userId: string; conversation?: string; sessionId?: string; limit: number }): Promise<CheckpointRow[]>
  /** Whether there was one. */
  remove(id: string, at: number): Promise<Released & { existed: boolean }>
  /** Counted by kind; of what states hold, each for itself. */
  count(userId: string): Promise<CheckpointCount>
  /** Bytes that all states of this user's checkpoints take, each blob counted once. */
  storedBytes(userId: string): Promise<number>
}

export interface VolumeRow {
  id: string
  userId: string
  name: string
  version: number
  stateId: string | null
  bytes: number
  files: number
  maxBytes: number
  maxFiles: number
  createdAt: number
  changedAt: number
}

/** Every change tells an event of the volume, in the same transaction. */
export interface VolumeRows {
  /** Throws VOLUME_EXISTS, and VOLUMES_FULL beyond `most` of one user. */
  create(volume: VolumeRow, most: number): Promise<void>
  get(userId: string, name: string): Promise<VolumeRow | undefined>
  list(userId: string): Promise<VolumeRow[]>
  /** The next version, unless somebody else made it: then false, and nothing is changed. */
  advance(
    next: Pick<VolumeRow, 'id' | 'bytes' | 'files' | 'changedAt'> & { from: number; state: StateRow },
  ): Promise<(Released & { advanced: true }) | { advanced: false }>
  remove(volume: Pick<VolumeRow, 'userId' | 'name'>, at: number): Promise<Released & { existed: boolean }>
  storedBytes(userId: string): Promise<number>
}

/** Which blobs of states there are. A row is there before its bytes are, so that nothing can be left without one. */
export interface ContentRows {
  /** Before the bytes are written. */
  begin(blob: { hash: string; bytes: number; at: number }): Promise<void>
  /** Of no state, and begun before this moment: left by who was killed on the way. From now on no state can need them. */
  orphans(beganBefore: number, limit: number): Promise<string[]>
  /** Those of these that no state needs; from now on none can. None while somebody holds all content (see `content-hold.ts`). */
  unneeded(hashes: readonly string[]): Promise<string[]>
  /** When the bytes are gone. One that a state needs is kept. */
  forget(hashes: readonly string[]): Promise<void>
}
