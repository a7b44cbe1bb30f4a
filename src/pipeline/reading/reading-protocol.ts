/** Work for a thread that reads programs: plain data, both ways. */
export interface ReadingJob {
  kind: string
  question: unknown
  /** Processor time that the job may take before it should stop by itself. */
  budgetMs: number
}

/** Data for every thread at its start. */
export interface ReadingStart {
  /** Not 0 once the caller of the current job has left. */
  left: Int32Array<SharedArrayBuffer>
  data: unknown
  /** Whether no job waits for the thread yet: it loads code that most jobs need. */
  isSpare: boolean
}

/** Messages of a thread. */
export type ReadingReply =
  /** The thread's number in the kernel, sent once. */
  | { threadId: number }
  /** The job's code is loaded: its own time begins, with so much processor time of the thread spent before. */
  | { begunAtMs: number }
  /** `isLast`: something in the thread may be broken, and it takes no other job. */
  | { answer: unknown; isLast: boolean }
  | { failure: string }
