/** The lessons of a user, or of an agent of theirs, that apply to one failure. */
export interface LessonsInUse {
  /** The likelihood of a strategy with them, within bounds. */
  move(strategy: string, likelihood: number): number
  used: UsedLesson[]
  /** Words for a model, within their budget. */
  texts: string[]
  inTexts: UsedLesson[]
}

interface UsedLesson {
  id: string
  strategy: string | null
  advice: string
}

export type LessonsFor = (failure: {
  userId: string
  agent: string | null
  language: string
  fingerprint: string
}) => Promise<LessonsInUse>
