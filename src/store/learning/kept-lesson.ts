import type { GrantTo, LessonDraft, LessonState } from '../../contract/playbook.ts'

/** A lesson as the fold of its deltas gives it. */
export interface KeptLesson {
  id: string
  draft: LessonDraft
  state: LessonState
  reason: string | null
  /** Runs, in the order in which they were counted. */
  helpful: string[]
  harmful: string[]
  contradicts: string[]
  supersededBy: string | null
  mergedInto: string | null
  sharedWith: GrantTo[]
  /** Whether we have run its programs again. */
  isProved: boolean
  /** The runs that these programs came from. */
  provedBy: string[]
  createdAt: number
  changedAt: number
}
