import type { ChatPart } from '../contract/chat.ts'
import type { Write } from './answer-message.ts'

/** The readers of an answer that goes on: each gets everything from its beginning, whenever it comes. */
export function createAnswerFeed() {
  const readers = new Set<Write>()
  const ended = Promise.withResolvers<void>()
  let hadReader = false
  return {
    write(part: ChatPart): void {
      for (const reader of readers) reader(part)
    },
    end: () => ended.resolve(),
    /** Whether all readers have gone. */
    isLeft: () => hadReader && readers.size === 0,
    /** Resolves at the end of the answer, or when the reader leaves. */
    async follow(soFar: ChatPart[], write: Write, leaving?: AbortSignal): Promise<void> {
      // A function of its own: one reader may come twice.
      const reader: Write = (part) => write(part)
      const left = Promise.withResolvers<void>()
      const leave = () => left.resolve()
      for (const part of soFar) write(part)
      hadReader = true
      readers.add(reader)
      leaving?.addEventListener('abort', leave, { once: true })
      if (leaving?.aborted) leave()
      await Promise.race([ended.promise, left.promise])
      leaving?.removeEventListener('abort', leave)
      readers.delete(reader)
    },
  }
}
export type AnswerFeed = ReturnType<typeof createAnswerFeed>
