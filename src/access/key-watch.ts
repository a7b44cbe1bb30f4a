import type { Caller } from '../contract/caller.ts'

export interface KeyWatch {
  /** Calls `onEnd` when the key or the token of an open stream ends; the result ends the watch. */
  watch(caller: Pick<Caller, 'keyId' | 'expiresAt' | 'token' | 'signIn'>, onEnd: () => void): () => void
  /** A key or a token was revoked by this server. */
  ended(id: string): void
  /** Looks for keys and tokens that ended unseen: revoked by another server on the same data. */
  look(): Promise<void>
}

interface Watched {
  /** The ids of the key, of the token and of the sign-in. */
  ids: string[]
  end(): void
}

/** The longest time that a timer of Node can wait; `look` finds later ends. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Knows the open streams by their keys, so that none outlives the key that opened it. */
export function createKeyWatch(parts: { clock(): number; revokedAmong(ids: string[]): Promise<string[]> }): KeyWatch {
  const open = new Set<Watched>()
  const ended = (id: string) => {
    for (const each of [...open]) if (each.ids.includes(id)) each.end()
  }
  return {
    watch({ keyId, expiresAt, token, signIn }, onEnd) {
      const leftMs = (expiresAt ?? Number.POSITIVE_INFINITY) - parts.clock()
      const watched: Watched = {
        ids: [keyId, token?.id, signIn].filter((id) => id !== undefined),
        end() {
          leave()
          onEnd()
        },
      }
      const timer = leftMs <= LONGEST_TIMER_MS ? setTimeout(watched.end, Math.max(0, leftMs)).unref() : undefined
      const leave = () => {
        clearTimeout(timer)
        open.delete(watched)
      }
      open.add(watched)
      return leave
    },
    ended,
    async look() {
      const ids = [...new Set([...open].flatMap((each) => each.ids))]
      for (const id of await parts.revokedAmong(ids)) ended(id)
    },
  }
}
