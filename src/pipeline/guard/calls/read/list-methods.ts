import type { Value } from './value.ts'

const FROM_PLACE = /\.(?:remove|removeAt|delete_at|pop|remove_at|swap_remove)$/
const FROM_START = /\.(?:shift|removeFirst|pop_front|popleft)$/

/** Takes an item out of a list where a method does so at a known place, so that later places count from there. */
export function takeOut(name: string, args: readonly Value[], receiver: Value | undefined): void {
  if (!receiver?.items) return
  const place = FROM_START.test(name) ? 0 : FROM_PLACE.test(name) ? args[0]?.number : undefined
  if (place !== undefined && Number.isInteger(place) && place >= 0) receiver.items.splice(place, 1)
}

const AT_PLACE = /\.(?:get|at|elementAt)$/

/** The item of a list that a method takes from a known place. */
export function itemAt(name: string, args: readonly Value[], receiver: Value | undefined): Value | undefined {
  const place = args[0]?.number
  return receiver?.items && !receiver.isTable && place !== undefined && args.length === 1 && AT_PLACE.test(name)
    ? receiver.items[place]
    : undefined
}
