import { EngineError } from '../contract/errors.ts'

export interface Slots {
  /** Waits for a place in the order of asking; answers with what gives it back. */
  take(signal: AbortSignal): Promise<() => void>
  readonly busy: number
  readonly waiting: number
  /** Throws SERVER_BUSY when the next caller would be refused: asked before a run is begun. */
  assertRoom(): void
}

/** How long a refused caller is told to wait: about what a short program takes. */
const RETRY_AFTER_S = 1

/** Bounds how many boxes live at once, and how many runs may wait for one: more are refused at once, not kept hanging. */
export function createSlots({ places, queue }: { places: number; queue: number }): Slots {
  const waiting = new Set<() => void>()
  let busy = 0

  const giveBack = () => {
    const [next] = waiting
    if (next) next()
    else busy--
  }
  const once = (action: () => void) => {
    let done = false
    return () => {
      if (!done) action()
      done = true
    }
  }
  const assertRoom = () => {
    if (busy < places || waiting.size < queue) return
    throw new EngineError('SERVER_BUSY', {
      what: `${waiting.size} runs are waiting already`,
      retryAfterS: RETRY_AFTER_S,
      setting: 'ANNEAL_QUEUED_RUNS',
    })
  }
  return {
    assertRoom,
    get busy() {
      return busy
    },
    get waiting() {
      return waiting.size
    },
    async take(signal) {
      signal.throwIfAborted()
      if (busy < places) {
        busy++
        return once(giveBack)
      }
      assertRoom()
      await waitForTurn(waiting, signal)
      return once(giveBack)
    },
  }
}

function waitForTurn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      waiting.delete(enter)
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.delete(enter)
      reject(signal.reason)
    }
    waiting.add(enter)
    signal.addEventListener('abort', leave, { once: true })
  })
}
