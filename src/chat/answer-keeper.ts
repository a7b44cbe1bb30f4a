import type { StreamDraft } from '../contract/event.ts'
import type { ChatChange } from '../store/chat/chat-rows.ts'

/** The words that a killed server may lose are those of so many milliseconds. */
const KEEP_MS = 500

export type KeptChange = Omit<ChatChange, 'at'>

/** Keeps an answer as it grows. Changes are stored one after the other, so that none overwrites a later one. */
export function createAnswerKeeper(put: (change: KeptChange, ...told: StreamDraft[]) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function now(change: KeptChange = {}, ...told: StreamDraft[]): Promise<unknown> {
    clearTimeout(timer)
    timer = undefined
    last = last.then(
      () => put(change, ...told),
      () => put(change, ...told),
    )
    return last
  }
  return {
    now,
    /** A failure here is tried again at the end of the round. */
    soon(): void {
      timer ??= setTimeout(() => void now().catch(() => {}), KEEP_MS)
    },
  }
}
