import { afterAll, beforeEach, type TestContext } from 'vitest'
import { type UnsteadyTry, unsteadyTries } from '../../src/sandbox/checks/steadily.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Reasons of inconclusive tries of this test's checks. */
    unsteady?: string[]
  }
}

let meta: TestContext['task']['meta'] | undefined

const note = (message: unknown) => {
  const { id, reason } = message as UnsteadyTry
  if (meta) meta.unsteady = [...(meta.unsteady ?? []), `${id}: ${reason}`]
}

/** Keeps with each test the inconclusive tries of its checks, for the list at the end. */
unsteadyTries.subscribe(note)
beforeEach(({ task }) => {
  meta = task.meta
})
afterAll(() => void unsteadyTries.unsubscribe(note))
