import { setImmediate as nextTurn } from 'node:timers/promises'

/** Health, and everybody else's requests, wait no longer than this for one that has much to go through. */
const MOST_HELD_MS = 5

let turnBeganAt = 0
let nextBegins: Promise<void> | undefined

/**
 * For whoever goes through something that a user made, as long as that likes to be: awaited between two steps, it lets others have
 * the thread once all who call this have held it for long.
 */
export function giveWay(): Promise<void> | undefined {
  if (performance.now() - turnBeganAt < MOST_HELD_MS) return undefined
  nextBegins ??= nextTurn().then(() => {
    turnBeganAt = performance.now()
    nextBegins = undefined
  })
  return nextBegins
}
