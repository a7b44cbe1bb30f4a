import { expect } from 'vitest'
import type { Engine } from '../../src/engine.ts'
import { watchMainThread } from './main-thread-watch.ts'

/** Longest turn of the server's thread, whatever a user sends. */
export const MOST_TURN_MS = 100
/** Processor time for all work on one text, on a slow host. */
const MOST_CPU_MS = 20_000
export const ERROR = '  File "main.py", line 3\n    x\nSyntaxError: invalid syntax\n'

/** The value of some work, and the longest turn of this thread meanwhile, in processor time. */
export async function watched<T>(work: () => Promise<T>): Promise<{ value: T; turnMs: number }> {
  const watch = watchMainThread()
  try {
    const value = await work()
    return { value, turnMs: watch.longestMs() }
  } finally {
    watch.stop()
  }
}

/** An analysis may be too much for a thread; the error then says so, and may be tried again. */
const expectNotRead = (error: unknown) => expect(error).toMatchObject({ code: 'NOT_READ', retry: true })

export const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Reads, guards, analyses and repairs one text, without a long turn of this thread and with a bounded processor time. */
export async function readsInBoundedTime(engine: Engine, text: string): Promise<void> {
  const before = cpuMs()
  const { turnMs } = await watched(async () => {
    await engine.detect(text)
    await engine.quality.guard({ code: text, language: 'python' }, 'ada')
    await engine.quality.analyze({ code: text, language: 'javascript' }).catch(expectNotRead)
    await engine.debugCode({ code: text, language: 'python', error: ERROR, options: { attempts: 2 } })
  })
  expect(turnMs).toBeLessThan(MOST_TURN_MS)
  expect(cpuMs() - before).toBeLessThan(MOST_CPU_MS)
}
