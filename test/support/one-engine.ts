import { afterAll, beforeAll } from 'vitest'
import { type EngineOptions, type TestEngine, withEngine } from './engine.ts'

/** One engine for all tests of a file that do not mind the leftovers of others in it. */
export function oneEngine(options: EngineOptions = {}): () => TestEngine {
  const opened = Promise.withResolvers<TestEngine>()
  const over = Promise.withResolvers<void>()
  let tools: TestEngine
  let closed: Promise<void>
  beforeAll(async () => {
    closed = withEngine(options, (given) => {
      opened.resolve(given)
      return over.promise
    })
    closed.catch(opened.reject)
    tools = await opened.promise
  })
  afterAll(() => {
    over.resolve()
    return closed
  })
  return () => tools
}

/** One engine for the tests of a file that take it as `withEngine` gives it. */
export function inOneEngine(options: EngineOptions = {}): <T>(use: (tools: TestEngine) => Promise<T>) => Promise<T> {
  const tools = oneEngine(options)
  return (use) => use(tools())
}
