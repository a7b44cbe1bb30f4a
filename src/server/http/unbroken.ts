type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * The bytes of a body as they come. A sender who leaves in the middle is no bug of ours: `broken` turns it into a known
 * failure.
 */
export async function* unbroken(body: Body, broken: (cause: unknown) => Error): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw broken(cause)
  }
}
