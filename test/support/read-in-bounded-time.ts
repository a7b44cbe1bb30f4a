import { expect } from 'vitest'
import type { Engine } from '../../src/engine.ts'
import { expectShortTurn, watched } from './main-thread-watch.ts'

/** Processor time for all work on one text, on a slow host. */
const MOST_CPU_MS = 20_000
export const ERROR = '  File "main.py", line 3\n    x\nSyntaxError: invalid syntax\n'

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
  expectShortTurn(turnMs)
  expect(cpuMs() - before).toBeLessThan(MOST_CPU_MS)
}
