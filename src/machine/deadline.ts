export interface DeadlineParts {
  clock(): number
  /** Called once when the moment has come; nothing is due after that until the next `set`. */
  onDue(): void
}

/** One moment at which something is due; it can be moved in both directions. */
export interface Deadline {
  set(atMs: number): void
  clear(): void
}

/** Node's longest timer; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647

export function createDeadline({ clock, onDue }: DeadlineParts): Deadline {
  let timer: NodeJS.Timeout | undefined
  const set = (atMs: number) => {
    clearTimeout(timer)
    // A timer may fire a little early, and a far moment needs several timers.
    const look = () => (clock() < atMs ? set(atMs) : onDue())
    timer = setTimeout(look, Math.min(Math.max(0, atMs - clock()), LONGEST_TIMER_MS))
    timer.unref()
  }
  return { set, clear: () => clearTimeout(timer) }
}
