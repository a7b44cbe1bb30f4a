/** One attempt at a time, and none after one that succeeded; a failed one may be made again. */
export function untilDone(action: () => Promise<void>): () => Promise<void> {
  let attempt: Promise<void> | undefined
  return () => {
    attempt ??= action().catch((error) => {
      attempt = undefined
      throw error
    })
    return attempt
  }
}
