/** Turns, one at a time, in the order of asking. */
export interface Turns {
  /** Takes the turn at once, if it is free; the function given back ends it. */
  enter(): (() => void) | undefined
  /** Waits for the turn; undefined when the signal was aborted first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>
  take(): Promise<() => void>
  take(signal: AbortSignal | undefined): Promise<(() => void) | undefined>
}

export function createTurns(): Turns {
  const waiting = new Set<() => void>()
  let isTaken = false

  const leave = () => {
    const [next] = waiting
    if (next) next()
    else isTaken = false
  }
  const enter = () => {
    if (isTaken) return undefined
    isTaken = true
    return leave
  }
  const wait = (signal: AbortSignal | undefined) =>
    new Promise<(() => void) | undefined>((resolve) => {
      const come = () => {
        waiting.delete(come)
        signal?.removeEventListener('abort', giveUp)
        resolve(leave)
      }
      const giveUp = () => {
        waiting.delete(come)
        resolve(undefined)
      }
      waiting.add(come)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  const take = async (signal?: AbortSignal) => (signal?.aborted ? undefined : (enter() ?? wait(signal)))
  return { enter, take: take as Turns['take'] }
}
