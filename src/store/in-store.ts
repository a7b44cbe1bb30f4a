import { EngineError, type ErrorCode } from '../contract/errors.ts'
import { type SampleRun, sampleRun } from './run/sample-run.ts'
import type { Store } from './store.ts'

/** Opens the same database every time it is called. */
export type OpenStore = () => Promise<Store>

export async function inStore(open: OpenStore, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await open()
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

export async function createRun(store: Store, known: Partial<SampleRun> = {}): Promise<SampleRun> {
  const run = sampleRun(known)
  await store.runs.create(run)
  return run
}

/** A matcher for `assert.rejects`. */
export const isEngineError = (code: ErrorCode) => (error: unknown) =>
  error instanceof EngineError && error.code === code
