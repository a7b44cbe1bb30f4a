import { EngineError } from '../contract/errors.ts'
import { createFairQueue } from './fair-queue.ts'
import { createRecentMean, type RecentMean } from './recent-mean.ts'

export interface Slots {
  /** Admits a run for good, or refuses it at once with SERVER_BUSY or USER_BUSY and the time to come back. */
  admit(userId: string): Admission
  readonly busy: number
  readonly waiting: number
}

/** An admitted run: it may wait for slots as often as it needs them, and is never refused later. */
export interface Admission {
  /** Waits for the run's turn; the function given back releases the slot. */
  takeSlot(signal: AbortSignal): Promise<() => void>
  /** Ends the admission, whether the run ever had a slot or not: another run may be admitted. */
  leave(): void
  readonly userId?: string
  /** Effects of the run that were allowed, by their content. */
  readonly passed?: Set<string>
}

export interface Bounds {
  /** Sandboxes at work at once. */
  places: number
  /** Runs that may be admitted beyond those. */
  queue: number
}

/** Counts of the whole server, or of one user with admitted runs. */
interface Account {
  busy: number
  admitted: number
  /** Time that runs held their slots. */
  heldMs: RecentMean
}

/** Estimate for a refused caller before any run has ended: about the time of a short program. */
const UNMEASURED_MS = 1000

/**
 * Bounds how many sandboxes live at once and how many runs may wait for one, in total and per user. Users take turns; the runs
 * of one user come in their order.
 */
export function createSlots(options: { server: Bounds; user: Bounds; clock(): number }): Slots {
  const { server, user, clock } = options
  const all = newAccount()
  const accounts = new Map<string, Account>()
  const queue = createFairQueue<() => void>()
  const hasRoom = (userId: string) => (accounts.get(userId)?.busy ?? 0) < user.places

  const serve = () => {
    while (all.busy < server.places) {
      const enter = queue.next(hasRoom)
      if (!enter) return
      enter()
    }
  }
  return {
    get busy() {
      return all.busy
    },
    get waiting() {
      return queue.size
    },
    admit(userId) {
      const own = accounts.get(userId) ?? newAccount()
      refuseBeyond({ server, user, all, own })
      accounts.set(userId, own)
      const onFreed = () => {
        // An idle user needs no account.
        if (own.admitted === 0 && own.busy === 0) accounts.delete(userId)
        serve()
      }
      const stand = (enter: () => void) => {
        const stepOut = queue.add(userId, enter)
        serve()
        return stepOut
      }
      return { ...admission({ counted: [all, own], stand, onFreed, clock }), userId, passed: new Set() }
    },
  }
}

function admission(parts: {
  counted: Account[]
  /** Enters the line, and may call `enter` before this returns; the function given back leaves the line. */
  stand(enter: () => void): () => void
  onFreed(): void
  clock(): number
}): Admission {
  const { counted, stand, onFreed, clock } = parts
  for (const account of counted) account.admitted++
  let heldMs = 0
  let held = 0
  let hasLeft = false
  /** Measures a run after it has left and released its last slot: a sandbox may take its time to end. */
  const measure = () => {
    if (hasLeft && held === 0 && heldMs > 0) for (const account of counted) account.heldMs.add(heldMs)
  }

  const occupy = () => {
    for (const account of counted) account.busy++
    held++
    const since = clock()
    return once(() => {
      heldMs += clock() - since
      held--
      measure()
      for (const account of counted) account.busy--
      onFreed()
    })
  }
  return {
    takeSlot: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const giveUp = () => {
          stepOut()
          reject(signal.reason)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        const stepOut = stand(() => {
          signal.removeEventListener('abort', giveUp)
          resolve(occupy())
        })
      }),
    leave: once(() => {
      for (const account of counted) account.admitted--
      hasLeft = true
      measure()
      onFreed()
    }),
  }
}

const newAccount = (): Account => ({ busy: 0, admitted: 0, heldMs: createRecentMean() })

function refuseBeyond({ server, user, all, own }: { server: Bounds; user: Bounds; all: Account; own: Account }): void {
  const isFull = (account: Account, { places, queue }: Bounds) => account.admitted >= places + queue
  if (isFull(own, user)) {
    throw new EngineError('USER_BUSY', {
      runs: own.admitted,
      retryAfterS: secondsUntilDone(own, { places: Math.min(user.places, server.places), heldMs: all.heldMs.value }),
      setting: 'ANNEAL_QUEUED_RUNS_PER_USER',
    })
  }
  if (isFull(all, server)) {
    throw new EngineError('SERVER_BUSY', {
      what: `${all.admitted} runs are at work or waiting`,
      retryAfterS: secondsUntilDone(all, { places: server.places }),
      setting: 'ANNEAL_QUEUED_RUNS',
    })
  }
}

/** Seconds until all runs admitted so far have had their turn, at the recent pace. */
function secondsUntilDone(account: Account, known: { places: number; heldMs?: number | undefined }): number {
  const heldMs = account.heldMs.value ?? known.heldMs ?? UNMEASURED_MS
  const waiting = account.admitted - account.busy
  return Math.max(1, Math.ceil((heldMs * waiting) / known.places / 1000))
}

function once(action: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}
