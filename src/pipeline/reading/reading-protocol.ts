/** Work for a thread that reads programs: plain data, both ways. */
export interface ReadingJob {
  kind: string
  question: unknown
  /** Processor time it may take before it should stop by itself. */
  budgetMs: number
}

/** Given to every thread when it starts. */
export interface ReadingStart {
  /** Not 0 once nobody waits for the job at work. */
  left: Int32Array<SharedArrayBuffer>
  data: unknown
  /** Nobody waits for it yet: it loads what most jobs need. */
  isSpare: boolean
}

/** What a thread says. */
export type ReadingReply =
  /** Its number with the kernel, once. */
  | { threadId: number }
  /** What was needed is loaded: the job's own time begins, with so much processor time of the thread spent before. */
  | { begunAtMs: number }
  /** `isLast`: something in the thread may be broken, and it takes no other job. */
  | { answer: unknown; isLast: boolean }
  | { failure: string }
