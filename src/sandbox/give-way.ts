import { setImmediate as nextTurn } from 'node:timers/promises'

/** The longest time that health checks and other requests wait for a request with much to go through. */
const MOST_HELD_MS = 5

let turnBeganAt = 0
let nextBegins: Promise<void> | undefined

/**
 * Lets other requests have the thread once the callers together have held it for long. Loops over data of a user's size await
 * this between two steps.
 */
export function giveWay(): Promise<void> | undefined {
  if (performance.now() - turnBeganAt < MOST_HELD_MS) return undefined
  nextBegins ??= nextTurn().then(() => {
    turnBeganAt = performance.now()
    nextBegins = undefined
  })
  return nextBegins
}
