/** Runs one attempt at a time, and none after a success; a failed one may be repeated. */
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
