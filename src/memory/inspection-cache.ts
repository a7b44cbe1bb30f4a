import type { InspectionRows } from '../store/quality/inspection-rows.ts'

export interface InspectionCacheParts {
  rows: InspectionRows
  clock(): number
  onTrouble(error: unknown): void
  /** Is told of every look: found in memory, found in the store, or not found. */
  onLook(result: CacheResult): void
}

export type CacheResult = 'memory' | 'store' | 'miss'

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
const FORGET_EVERY_MS = DAY_MS / 24
const WRITE_AFTER_MS = 500
/** Limit of the memory, in characters; the least recently used entries go first. */
const MOST_CHARACTERS = 32_000_000
/** Larger bodies are cheaper to compute again than to keep. */
const MOST_BODY = 1_000_000

/**
 * Keeps readings of programs by content. Memory comes first, then the store, which all engines share. A reading can be
 * made again from its program, so nobody waits until it is written, and a failing store only slows it down.
 */
export function createInspectionCache({ rows, clock, onTrouble, onLook }: InspectionCacheParts) {
  const recent = new Map<string, string>()
  let characters = 0
  let unwritten = new Map<string, { key: string; body: string; at: number }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const remember = (key: string, body: string) => {
    characters += body.length - (recent.get(key)?.length ?? 0)
    recent.delete(key)
    recent.set(key, body)
    for (const [oldest, dropped] of recent) {
      if (characters <= MOST_CHARACTERS) break
      recent.delete(oldest)
      characters -= dropped.length
    }
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...unwritten.values()]
    unwritten = new Map()
    writing = writing.then(() => rows.put(batch)).catch(onTrouble)
    return writing
  }
  const forget = () => void rows.removeBefore(clock() - KEPT_MS).catch(onTrouble)
  const forgetting = setInterval(forget, FORGET_EVERY_MS)
  forgetting.unref()

  return {
    async get(key: string): Promise<string | undefined> {
      const near = recent.get(key)
      if (near !== undefined) {
        remember(key, near)
        onLook('memory')
        return near
      }
      const kept = await rows.get(key).catch(onTrouble)
      onLook(kept === undefined ? 'miss' : 'store')
      if (kept !== undefined) remember(key, kept)
      return kept ?? undefined
    },
    put(key: string, body: string): void {
      if (body.length > MOST_BODY) return
      remember(key, body)
      unwritten.set(key, { key, body, at: clock() })
      timer ??= setTimeout(write, WRITE_AFTER_MS)
      timer.unref()
    },
    async close(): Promise<void> {
      clearInterval(forgetting)
      await write()
    },
  }
}
