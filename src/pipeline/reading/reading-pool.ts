import { availableParallelism } from 'node:os'
import { EngineError } from '../../contract/errors.ts'
import { createFairQueue } from '../../sandbox/fair-queue.ts'
import type { ReadingJob } from './reading-protocol.ts'
import { createReadingThread, type ReadingThread } from './reading-thread.ts'
import type { RestingThreads } from './resting-threads.ts'
import { turnOf } from './turn-of.ts'

/** Questions and answers, by kind of job. */
export type JobTable = Record<string, { asks: unknown; gives: unknown }>

export interface ReadingPool<Jobs extends JobTable> {
  /** Throws NOT_READ when the job took too long or killed its thread twice: another try may help. */
  ask<Kind extends keyof Jobs & string>(
    kind: Kind,
    question: Jobs[Kind]['asks'],
    given: { budgetMs: number; signal?: AbortSignal | undefined },
  ): Promise<Jobs[Kind]['gives']>
  /** Starts a thread before the first job, and from then on keeps a spare one. */
  prepare(): void
  close(): Promise<void>
}

export interface PoolParts {
  /** Starts a thread, for a job or as a spare; it may throw, and is called again then. */
  start(isSpare: boolean): ReadingThread
  /** Takes an idle thread over when the pool closes; without it the thread is ended. */
  rest?(thread: ReadingThread): void
  most?: number
  mostPerUser?: number
  idleMs?: number
  restMs?: number
}

interface Waiting {
  job: ReadingJob
  userId: string
  signal: AbortSignal | undefined
  /** Threads that died over the job, or could not be started for it. */
  failures: number
  stepOut(): void
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** More than there are cores: a long job shares its core with short jobs of others instead of blocking them. */
const MOST_THREADS = Math.min(16, Math.max(6, 2 * availableParallelism()))
/** A job that takes longer than this is long: by then another thread is there for others. */
const LONG_MS = 25
/** A job with a larger budget than this reads a long text. */
const LONG_BUDGET_MS = 1_100
/** One thread for short jobs, one for long texts: neither waits for a thread to start. */
const KEPT_THREADS = 2
/** Other threads are ended when they were idle for so long: each holds the memory of its parsers. */
const IDLE_MS = 20_000
/** When nobody has asked for so long, one is kept: the next job finds it, and another one starts beside that. */
const REST_MS = 60_000
/** After a rest the spare one starts a little later than the first job, which would share the processor with it. */
const WAKE_MS = 2_000
const MOST_FAILURES = 2
const START_AGAIN_MS = 100

export const startReadingThread = (file: URL, data?: unknown, resting?: RestingThreads): PoolParts => ({
  start: (isSpare) => resting?.take() ?? createReadingThread({ file, data, isSpare }),
  ...(resting && { rest: resting.put }),
})

/**
 * Threads that read programs, for all users. Users take turns; one has a third of the threads at most, and never the last.
 * As soon as every thread has a long job, another is started, so that no short job waits for another user's long one.
 */
export function createReadingPool<Jobs extends JobTable>({
  start,
  rest,
  most = MOST_THREADS,
  mostPerUser = Math.max(1, Math.floor(most / 3)),
  idleMs = IDLE_MS,
  restMs = REST_MS,
}: PoolParts): ReadingPool<Jobs> {
  const queue = createFairQueue<Waiting>()
  const threads = new Set<ReadingThread>()
  /** The warmest thread is last: its loaded and compiled code is reused, and the others may go. */
  const idle: ReadingThread[] = []
  const ending = new Map<ReadingThread, NodeJS.Timeout>()
  const atWork = new Map<string, number>()
  let isClosed = false
  let isPrepared = false
  let askedAtMs = 0
  let isResting = false
  let waking: NodeJS.Timeout | undefined
  let startingAgain: NodeJS.Timeout | undefined

  const count = (userId: string, change: number) => {
    const next = (atWork.get(userId) ?? 0) + change
    if (next > 0) atWork.set(userId, next)
    else atWork.delete(userId)
  }
  const forget = (thread: ReadingThread) => {
    clearTimeout(ending.get(thread))
    ending.delete(thread)
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    threads.delete(thread)
  }
  const endLater = (thread: ReadingThread, afterMs = idleMs) => {
    const look = () => {
      const kept = performance.now() - askedAtMs < restMs ? KEPT_THREADS : 1
      const coldest = threads.size > kept ? idle[0] : undefined
      if (coldest) forget(coldest)
      isResting ||= kept === 1
      if (coldest !== thread) endLater(thread, restMs)
      void coldest?.end()
    }
    ending.set(thread, setTimeout(look, afterMs).unref())
  }
  const add = (isSpare = false): void => {
    if (isClosed || threads.size >= most || startingAgain) return
    try {
      const thread = start(isSpare)
      threads.add(thread)
      idle.unshift(thread)
      endLater(thread)
    } catch (error) {
      startingAgain = setTimeout(() => {
        startingAgain = undefined
        serve()
      }, START_AGAIN_MS)
      // Other threads are at work and will be free.
      if (threads.size === 0)
        for (const waiting of takeAll(queue)) tryAgain(waiting, { why: 'unstarted', reason: String(error) })
    }
  }
  /** The next job finds a thread that has started. */
  const keepSpare = () => void (isPrepared && !isResting && idle.length === 0 && add(true))
  const wake = () => {
    askedAtMs = performance.now()
    if (!isResting || waking) return
    waking = setTimeout(() => {
      ;[isResting, waking] = [false, undefined]
      if (isPrepared && threads.size < KEPT_THREADS) add(true)
    }, WAKE_MS).unref()
  }
  const takeIdle = (isLong: boolean): ReadingThread | undefined => {
    const thread = isLong ? idle.shift() : idle.pop()
    if (thread) clearTimeout(ending.get(thread))
    return thread
  }
  /** Threads may end by themselves while they rest. */
  const forgetEnded = () => {
    for (const thread of idle.filter(({ isOver }) => isOver)) forget(thread)
  }
  /** The last possible thread is for a user without one. */
  const mayServe = (userId: string) => {
    const has = atWork.get(userId) ?? 0
    return has === 0 || (has < mostPerUser && idle.length + most - threads.size > 1)
  }

  function serve(): void {
    while (queue.size > 0 && !isClosed) {
      forgetEnded()
      if (threads.size === 0) add()
      const waiting = idle.length > 0 ? queue.next(mayServe) : undefined
      if (!waiting) return
      // The last warm thread is for short jobs: a long job waits for a thread of its own.
      const isLong = waiting.job.budgetMs > LONG_BUDGET_MS
      if (isLong && idle.length === 1) add()
      const thread = takeIdle(isLong)
      if (thread) void work(thread, waiting)
      keepSpare()
    }
  }
  async function work(thread: ReadingThread, waiting: Waiting): Promise<void> {
    count(waiting.userId, 1)
    let long: NodeJS.Timeout | undefined
    const onBegun = () => {
      clearTimeout(long)
      long = setTimeout(() => {
        if (idle.length === 0) add()
        serve()
      }, LONG_MS)
    }
    const end = await thread.work(waiting.job, { signal: waiting.signal, onBegun })
    clearTimeout(long)
    count(waiting.userId, -1)
    if (thread.isOver) {
      forget(thread)
      // The thread's end is not awaited, but it must end.
      void thread.end()
      keepSpare()
    } else {
      idle.push(thread)
      endLater(thread)
    }
    if ('answer' in end) waiting.resolve(end.answer)
    else if (waiting.signal?.aborted) waiting.reject(waiting.signal.reason)
    else if (isClosed) waiting.reject(new EngineError('SERVER_STOPPING', {}))
    else if (end.failed === 'died') tryAgain(waiting, { why: 'died', reason: end.reason })
    else waiting.reject(new EngineError('NOT_READ', { why: end.failed, reason: end.reason }))
    serve()
  }
  function tryAgain(waiting: Waiting, because: { why: string; reason: string }): void {
    waiting.failures++
    if (waiting.failures < MOST_FAILURES) stand(waiting)
    else waiting.reject(new EngineError('NOT_READ', because))
  }
  function stand(waiting: Waiting): void {
    waiting.stepOut = queue.add(waiting.userId, waiting)
  }
  return {
    ask: (kind, question, { budgetMs, signal }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (isClosed) return reject(new EngineError('SERVER_STOPPING', {}))
        wake()
        const job = { kind, question, budgetMs }
        const leave = () => {
          waiting.stepOut()
          reject(signal?.reason)
        }
        const settled = <Value>(settle: (value: Value) => void) => {
          return (value: Value) => {
            signal?.removeEventListener('abort', leave)
            settle(value)
          }
        }
        signal?.addEventListener('abort', leave, { once: true })
        const waiting: Waiting = {
          ...{ job, userId: turnOf(), signal, failures: 0, stepOut: () => {} },
          resolve: settled(resolve as Waiting['resolve']),
          reject: settled(reject),
        }
        stand(waiting)
        serve()
      }),
    prepare() {
      isPrepared = true
      if (threads.size === 0) add()
    },
    async close() {
      isClosed = true
      clearTimeout(startingAgain)
      clearTimeout(waking)
      for (const timer of ending.values()) clearTimeout(timer)
      for (const waiting of takeAll(queue)) waiting.reject(new EngineError('SERVER_STOPPING', {}))
      const resting = rest ? idle.filter(({ isOver }) => !isOver) : []
      for (const thread of resting) rest?.(thread)
      await Promise.all([...threads].filter((thread) => !resting.includes(thread)).map((thread) => thread.end()))
    },
  }
}

function takeAll(queue: ReturnType<typeof createFairQueue<Waiting>>): Waiting[] {
  const all: Waiting[] = []
  for (let next = queue.next(() => true); next; next = queue.next(() => true)) all.push(next)
  return all
}
