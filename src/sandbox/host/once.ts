/** Does it at the first call; whoever asks again gets the same answer. */
export function once<T>(action: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= action()
    return result
  }
}
