export interface DeadlineParts {
  clock(): number
  /** Called once the moment has come; nothing is due after that until the next `set`. */
  onDue(): void
}

/** One moment at which something is due; it can be moved in both directions. */
export interface Deadline {
  set(atMs: number): void
  clear(): void
}

/** Timers of Node hold no more, and would be over at once. */
const LONGEST_TIMER_MS = 2_147_483_647

export function createDeadline({ clock, onDue }: DeadlineParts): Deadline {
  let timer: NodeJS.Timeout | undefined
  const set = (atMs: number) => {
    clearTimeout(timer)
    // A timer may come a little early by the clock, and a far moment needs several.
    const look = () => (clock() < atMs ? set(atMs) : onDue())
    timer = setTimeout(look, Math.min(Math.max(0, atMs - clock()), LONGEST_TIMER_MS))
    timer.unref()
  }
  return { set, clear: () => clearTimeout(timer) }
}
