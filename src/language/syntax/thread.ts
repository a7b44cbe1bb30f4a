import { Worker } from 'node:worker_threads'

/** What a thread sends: that its own time begins, since what it needed is loaded, and the answer. */
export type Reply<Answer> = { begun: true } | { answer: Answer }

export interface Thread<Question, Answer> {
  /** Undefined when it took too long, or the thread ended over it; a new thread takes the next question. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer | undefined>
  start(): void
  close(): Promise<void>
}

/** Time for a thread to load what it needs, on the slowest machine. */
const LOAD_MS = 30_000
const MEMORY = { maxOldGenerationSizeMb: 1024 }

/** Work that would stall the server, one question after the other. The thread keeps the process alive only while it works. */
export function createThread<Question, Answer>({
  file,
  timeoutMs,
  data,
}: {
  file: URL
  timeoutMs: number
  /** What every thread is given when it starts. */
  data?: unknown
}): Thread<Question, Answer> {
  let worker: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const start = (): Worker => {
    if (worker) return worker
    const started = new Worker(file, { resourceLimits: MEMORY, stderr: true, workerData: data })
    started.unref()
    // Whoever asked hears of it by the exit that follows.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    worker = started
    return started
  }

  const answerOf = (question: Question): Promise<Answer | undefined> => {
    const own = start()
    own.ref()
    return new Promise((resolve) => {
      const finish = (answer?: Answer) => {
        clearTimeout(timer)
        own.off('message', hear).off('exit', leave)
        // Whoever closes it waits for its end: without a handle the process would leave before that.
        if (!isClosed) own.unref()
        resolve(answer)
      }
      const giveUp = () => {
        worker = undefined
        own.terminate()
        finish()
      }
      let timer = setTimeout(giveUp, LOAD_MS)
      const hear = (reply: Reply<Answer>) => {
        if ('answer' in reply) return finish(reply.answer)
        clearTimeout(timer)
        timer = setTimeout(giveUp, timeoutMs)
      }
      const leave = () => finish()
      own.on('message', hear).once('exit', leave)
      own.postMessage(question)
    })
  }

  return {
    start: () => void (isClosed || start()),
    ask(question, signal) {
      const answer = turn.then(() => (isClosed || signal?.aborted ? undefined : answerOf(question)))
      turn = answer
      return signal ? orAborted(answer, signal) : answer
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

/** Who leaves does not wait for the answer; the thread goes on to the next question when it has it. */
export function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
