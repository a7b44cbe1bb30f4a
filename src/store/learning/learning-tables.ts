import type { Generated } from 'kysely'

export type LearningTables = {
  feedback: FeedbackTable
  run_fact: RunFactTable
  lesson_delta: LessonDeltaTable
  lesson: LessonTable
  lesson_grant: LessonGrantTable
}

/** Feedback that is owed: a row with each end of a run, in the transaction that stores the end. */
export interface FeedbackTable {
  /** The id of the run, or of feedback that somebody sent. */
  id: string
  user_id: string
  run_id: string
  state: 'waiting' | 'failed' | 'dropped'
  attempts: number
  next_at: number
  at: number
  problem: string | null
  /** Whether the curator is done with it, and the address is still to be told. */
  is_learnt: Generated<number>
  /** JSON of feedback that somebody sent; null for that of a run, which is read from its events. */
  body: string | null
}

/** One block of a run, for statistics. */
export interface RunFactTable {
  run_id: string
  block: number
  user_id: string
  agent: string | null
  language: string
  kind: string
  succeeded: number
  at: number
  /** JSON. */
  body: string
}

/** The log that a playbook is the fold of. */
export interface LessonDeltaTable {
  position: Generated<number>
  user_id: string
  seq: number
  /** Null for a delta about the whole playbook. */
  lesson_id: string | null
  /** The other lesson that it names. */
  other_id: string | null
  run_id: string | null
  at: number
  /** JSON. */
  body: string
}

/** The fold of the log, so that nobody has to read all of it. */
export interface LessonTable {
  id: string
  user_id: string
  state: string
  changed_at: number
  /** JSON. */
  body: string
}

export interface LessonGrantTable {
  lesson_id: string
  user_id: string
  to_user: string
  /** Empty for every agent of that user. */
  to_agent: string
}
