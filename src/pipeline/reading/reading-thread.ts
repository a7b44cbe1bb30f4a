import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { ReadingJob, ReadingReply, ReadingStart } from './reading-protocol.ts'

/** The end of a job: an answer, or a failure because it took too long, its caller left, or the thread died. */
export type ReadingEnd = { answer: unknown } | { failed: 'late' | 'left' | 'died'; reason: string }

export interface ReadingThread {
  /** Runs one job; a thread takes one at a time. */
  work(job: ReadingJob, told: { signal: AbortSignal | undefined; onBegun(): void }): Promise<ReadingEnd>
  /** Whether the thread has ended, or takes no other job. */
  readonly isOver: boolean
  end(): Promise<void>
}

/** Time to load the code of a job, on the slowest host. */
const LOAD_MS = 30_000
/** A job should stop by itself within its budget; one that has taken this multiple of it, plus this, never will. */
const LATE_FACTOR = 1.5
const LATE_MS = 500
/** Others may use the processor meanwhile, but not for ever: more than ten tasks for each core are no load but a fault. */
const MOST_WALL_FACTOR = 15
/** A job gets so long to notice that its caller has left; then its thread is ended. */
const LEAVE_MS = 100
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 }

/** A thread that reads one program after the other. It keeps the process alive only while it works. */
export function createReadingThread({ file, ...given }: { file: URL } & Omit<ReadingStart, 'left'>): ReadingThread {
  const left = new Int32Array(new SharedArrayBuffer(4))
  const start: ReadingStart = { left, ...given }
  const worker = new Worker(file, { resourceLimits: MEMORY, stderr: true, workerData: start })
  worker.unref()
  let isOver = false
  let isEnding = false
  let fault = 'it ended'
  let threadId = 0
  worker.on('error', (error) => {
    fault = error.message
  })
  worker.once('exit', () => {
    isOver = true
  })
  worker.on('message', (reply: ReadingReply) => {
    if ('threadId' in reply) threadId = reply.threadId
  })
  const stop = () => {
    isOver = true
    void worker.terminate()
  }

  return {
    get isOver() {
      return isOver
    },
    work: (job, { signal, onBegun }) =>
      new Promise((resolve) => {
        const finish = (end: ReadingEnd) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
          worker.off('message', hear).off('exit', die)
          // The caller of `end` waits for it: without a handle the process would exit before.
          if (!isEnding) worker.unref()
          resolve(end)
        }
        const giveUp = (failed: 'late' | 'left', reason: string) => {
          stop()
          finish({ failed, reason })
        }
        const die = () => finish({ failed: 'died', reason: fault })
        const leave = () => {
          Atomics.store(left, 0, 1)
          clearTimeout(timer)
          timer = setTimeout(() => giveUp('left', 'nobody waits for it'), LEAVE_MS)
        }
        let timer = setTimeout(() => giveUp('late', 'loading took too long'), LOAD_MS)
        const watch = ({ begunAtMs, sinceMs }: { begunAtMs: number; sinceMs: number }) => {
          const mostMs = job.budgetMs * LATE_FACTOR + LATE_MS
          const look = () => {
            const restMs = mostMs - (cpuMsOf(threadId) - begunAtMs)
            const isStarved = performance.now() - sinceMs < mostMs * MOST_WALL_FACTOR
            if (restMs > 0 && isStarved) timer = setTimeout(look, Math.max(restMs, LEAVE_MS))
            else giveUp('late', `it took more than ${mostMs} ms`)
          }
          clearTimeout(timer)
          timer = setTimeout(look, mostMs)
        }
        const hear = (reply: ReadingReply) => {
          if ('begunAtMs' in reply && Atomics.load(left, 0) === 0) {
            watch({ ...reply, sinceMs: performance.now() })
            onBegun()
          }
          if ('failure' in reply) {
            isOver = true
            finish({ failed: 'died', reason: reply.failure })
          }
          if (!('answer' in reply)) return
          isOver ||= reply.isLast
          finish(signal?.aborted ? { failed: 'left', reason: 'nobody waits for it' } : { answer: reply.answer })
        }
        Atomics.store(left, 0, 0)
        worker.ref()
        worker.on('message', hear).once('exit', die)
        worker.postMessage(job)
        signal?.addEventListener('abort', leave, { once: true })
        if (isOver) die()
      }),
    async end() {
      isEnding = true
      isOver = true
      worker.ref()
      await worker.terminate()
    },
  }
}

/** Processor time that a thread of this process has taken; unknown for one that did not report its number. */
function cpuMsOf(threadId: number): number {
  try {
    return Number(readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
