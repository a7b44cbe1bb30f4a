export interface PoolOptions<T> {
  make(): Promise<T>
  /** Ends a member that is not needed any more. */
  dispose(member: T): Promise<void>
  /** The least and the largest number of waiting members. */
  floor: number
  ceiling: number
  /** After so long without demand half of the waiting members are disposed of. */
  idleMs: number
  /** Members made at the same time: making them must not starve running programs. */
  atOnce: number
  /** Called when making a member failed; the next request tries again. */
  onTrouble(error: unknown): void
}

export interface Pool<T> {
  /** A waiting member, for this caller alone; undefined when there is none. */
  take(): T | undefined
  /** Removes a member that ended while it waited. */
  lose(member: T): void
  /** Makes as many members as are wanted by now. */
  fill(): void
  readonly waiting: number
  readonly wanted: number
  /** Ends all waiting members, and those that are still being made. */
  close(): Promise<void>
}

/** Pause before refilling; most callers are done with their member by then. */
const FILL_PAUSE_MS = 10

/**
 * Members that wait, each for one use. Their number follows the demand: a caller that finds none doubles it, a time without
 * callers halves it.
 */
export function createPool<T>(options: PoolOptions<T>): Pool<T> {
  const { make, dispose, floor, ceiling, atOnce, onTrouble } = options
  const waiting: T[] = []
  const making = new Set<Promise<void>>()
  let wanted = floor
  let takenSinceLook = 0
  let isClosed = false

  const fill = () => {
    while (!isClosed && making.size < atOnce && waiting.length + making.size < wanted) {
      const one: Promise<void> = make()
        .then(keep, onTrouble)
        .finally(() => {
          making.delete(one)
        })
      making.add(one)
    }
  }
  const keep = async (member: T) => {
    if (isClosed) return dispose(member)
    waiting.push(member)
    setImmediate(fill)
  }
  const look = setInterval(() => {
    const isIdle = takenSinceLook === 0
    takenSinceLook = 0
    if (!isIdle) return
    wanted = Math.max(floor, Math.floor(wanted / 2))
    while (waiting.length > wanted) void dispose(waiting.shift() as T).catch(onTrouble)
  }, options.idleMs)
  look.unref()

  return {
    take() {
      takenSinceLook++
      const member = waiting.pop()
      if (member === undefined) wanted = Math.min(ceiling, Math.max(1, wanted * 2))
      // Refills after the caller is served: its work goes first. A caller that found none is probably one of many.
      if (member === undefined) setImmediate(fill)
      else setTimeout(fill, FILL_PAUSE_MS).unref()
      return member
    },
    lose(member) {
      const at = waiting.indexOf(member)
      if (at >= 0) waiting.splice(at, 1)
      setImmediate(fill)
    },
    fill,
    get waiting() {
      return waiting.length
    },
    get wanted() {
      return wanted
    },
    async close() {
      isClosed = true
      clearInterval(look)
      await Promise.all([...waiting.splice(0).map(dispose), ...making])
    },
  }
}
