import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** Fails unless the sandbox answers soon, despite all obstacles that programs have planted. */
export async function soon<T>(work: Promise<T>): Promise<T> {
  const late = delay(10_000, undefined, { ref: false }).then(() => assert.fail('it did not answer'))
  return Promise.race([work, late])
}
