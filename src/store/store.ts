import type { RunSummary, Stats } from '../contract/api.ts'
import type { CommandRecord } from '../contract/command.ts'
import type { ErrorPattern } from '../contract/error-pattern.ts'
import type { Subject } from '../contract/event/envelope.ts'
import type { EngineEvent, RunEvent, StreamEvent } from '../contract/event.ts'
import type { GuardPolicy } from '../contract/guard.ts'
import type { Spent } from '../contract/measure.ts'
import type { BackupRows } from './backup/backup-store.ts'
import type { DocumentRows } from './document/documents.ts'
import type { OutputRows } from './output/output-store.ts'
import type { RetentionRows } from './retention/retention-store.ts'
import type { CheckpointRows, ContentRows, SessionRows, VolumeRows } from './session-store.ts'

/**
 * The port of everything that lasts: events, rows and blobs. Adapters: `sqlite.ts`, `postgres.ts` (rows), `file-blobs.ts`.
 * A promise that resolves means the data survives `kill -9` of this process.
 */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly events: EventRows
  readonly runs: RunRows
  readonly outputs: OutputRows
  readonly retention: RetentionRows
  readonly keys: KeyRows
  readonly leases: LeaseRows
  readonly outcomes: OutcomeRows
  readonly patterns: PatternRows
  readonly commands: CommandRows
  readonly inspections: InspectionRows
  readonly policies: PolicyRows
  readonly measures: MeasureRows
  readonly sessions: SessionRows
  readonly checkpoints: CheckpointRows
  readonly volumes: VolumeRows
  readonly contents: ContentRows
  readonly documents: DocumentRows
  readonly backup: BackupRows
  /** Resolves when the database answers; throws an EngineError with the reason otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Program output between two stored events, kept together: inline when small, else the hash of a blob. */
export interface OutputSegment {
  type: 'output.segment'
  subject: Subject
  userId: string
  runId: string
  /** The first and last event number it covers; every number between belongs to it. */
  seq: number
  lastSeq: number
  at: number
  /** The `output.delta` events as JSON, or the blob that holds them. */
  deltas: string | null
  blob: string | null
}

export type StoredEvent = Exclude<EngineEvent, { type: 'output.delta' }>
/** What a run writes. */
export type RunEntry = Exclude<RunEvent, { type: 'output.delta' }> | OutputSegment
export type JournalEntry = StoredEvent | OutputSegment

/** Where an entry stands among all of its user: whatever is stored later stands behind it. */
export interface Place {
  writtenIn: number
  position: number
}

export interface EventRows {
  /**
   * All or nothing, in order. Also keeps the `run` and `execution` rows, in the same transaction. Throws RUN_ALREADY_ENDED
   * when one of the runs has its `run.end`, whoever wrote it, and RUN_NOT_FOUND for a run that was never created. The very
   * same entries again change nothing: after STORE_BUSY they may have been stored, if the connection broke at the commit.
   */
  append(entries: RunEntry[]): Promise<void>
  /** Entries of a run whose last number is above `afterSeq`, in order. */
  read(runId: string, afterSeq: number): Promise<RunEntry[]>
  /** The first of them, of any subject. */
  readPage(subject: Subject, page: { afterSeq: number; limit: number }): Promise<JournalEntry[]>
  /** Everything of one user behind a place, in the order of places. What might still be joined by an earlier one is held back. */
  readUser(userId: string, page: { after: Place; limit: number }): Promise<{ place: Place; entry: JournalEntry }[]>
  /** The last place that `readUser` would tell of; all zero when there is none. */
  lastPlace(userId: string): Promise<Place>
  /** The last number of a subject; 0 when it told nothing. */
  lastSeq(subject: Subject): Promise<number>
  /** Whether this user has such a thing, or had one that told something. */
  owns(userId: string, subject: Subject): Promise<boolean>
  /** `*.end` events of one user (or of all: null), newest first; `before` is the position that ended the page before. */
  readEnds(filter: {
    userId: string | null
    fromMs?: number
    toMs?: number
    before?: number
    limit: number
  }): Promise<OwnedEvent[]>
  /** Tells what other rows told with their changes, once it is there for good. */
  onTold(listener: ToldListener): void
}

export type ToldListener = (events: readonly StreamEvent[]) => void

export interface OwnedEvent {
  /** Grows with every stored event. */
  position: number
  userId: string
  event: StoredEvent
}

export interface RunRow extends RunSummary {
  userId: string
  /** The engine that runs it: when its lease runs out, the run is ended for it. */
  engineId: string
}

export interface RunRows {
  /** Written before the first event, so that a run is known from the moment its id is. */
  create(run: { runId: string; userId: string; engineId: string; startedAt: number }): Promise<void>
  get(runId: string): Promise<RunRow | undefined>
  /** Newest first. */
  list(filter: { userId: string; limit: number; before?: string }): Promise<RunRow[]>
  /** Runs still going whose engine has no lease that lasts beyond `now`. */
  abandoned(now: number): Promise<RunRow[]>
  /** Notes that a run which goes on should be cancelled, for the engine that runs it; the first time stays. */
  askCancel(runId: string, at: number): Promise<void>
  /** Runs of an engine that go on although they should be cancelled. */
  cancelAsked(engineId: string): Promise<string[]>
  stats(userId: string | null): Promise<Stats>
}

/** How often a strategy was right and wrong about one kind of failure, in one stretch of time. */
export interface StrategyOutcome {
  language: string
  /** Of the failure; `*` counts them all together. */
  fingerprint: string
  strategy: string
  /** A number that grows with time: old stretches count less, and are removed in the end. */
  period: number
  won: number
  lost: number
}

/** The history of commands of the shell. */
export interface CommandRows {
  /** Takes the place of one with the same id: a command is known before its run has ended. */
  put(command: CommandRow): Promise<void>
  /** Of one user, newest first; `before` is the id that ended the page before. */
  list(filter: { userId: string; limit: number; before?: string }): Promise<CommandRow[]>
  removeBefore(at: number): Promise<void>
  /** So many commands of a user, at most; answers with how many there were. */
  removeOf(userId: string, limit: number): Promise<number>
}

export interface CommandRow extends CommandRecord {
  userId: string
}

/** Who changes something, and when. */
export interface By {
  userId: string
  at: number
}

/** Kinds of failures that were added through the API. */
export interface PatternRows {
  /** Takes the place of one with the same id. */
  put(pattern: ErrorPattern, by: By): Promise<void>
  /** Whether there was one. */
  remove(id: string, by: By): Promise<boolean>
  /** The newest last. */
  list(): Promise<ErrorPattern[]>
}

/** What was read from programs, by their content: shared by all engines on the store. */
export interface InspectionRows {
  get(key: string): Promise<string | undefined>
  put(entries: readonly { key: string; body: string; at: number }[]): Promise<void>
  removeBefore(at: number): Promise<void>
}

/** What users want done about findings in their programs. */
export interface PolicyRows {
  get(userId: string): Promise<GuardPolicy | undefined>
  /** Takes the place of the one before. */
  put(policy: GuardPolicy, by: By): Promise<void>
  /** Whether there was one. */
  remove(by: By): Promise<boolean>
}

/** What one execution of a program spent. */
export interface MeasureRow extends Spent {
  userId: string
  codeHash: string
  at: number
}

export interface MeasureRows {
  add(measure: MeasureRow): Promise<void>
  /** The newest first. */
  last(of: { userId: string; codeHash: string; most: number }): Promise<MeasureRow[]>
  removeBefore(at: number): Promise<void>
  /** The measures of so many programs of a user, at most; answers with how many measures there were. */
  removeOf(userId: string, limit: number): Promise<number>
}

export interface OutcomeRows {
  /** Adds to what is counted already, whoever counted it. */
  add(outcomes: StrategyOutcome[]): Promise<void>
  list(sincePeriod: number): Promise<StrategyOutcome[]>
  removeBefore(period: number): Promise<void>
}

export interface KeyRow {
  id: string
  /** SHA-256 of the key, hex. Keys are 160 random bits, so a slow password hash would add nothing. */
  hash: string
  user: string
  admin: boolean
  label: string
  start: string
  createdAt: number
  revokedAt: number | null
}

export interface KeyRows {
  add(key: KeyRow): Promise<void>
  /** The key with this hash unless it was revoked. */
  find(hash: string): Promise<KeyRow | undefined>
  /** The oldest first, revoked ones too; all, or those made at this time or later. */
  list(createdFromMs?: number): Promise<KeyRow[]>
  /** The key as it is now, or undefined when there is none; revoking twice keeps the first time. */
  revoke(id: string, at: number): Promise<KeyRow | undefined>
}

/** Which engines are alive, so that runs of dead ones can be ended by the others. */
export interface LeaseRows {
  renew(engineId: string, until: number): Promise<void>
  release(engineId: string): Promise<void>
  /** Engines whose lease lasts beyond `now`. */
  living(now: number): Promise<string[]>
}
