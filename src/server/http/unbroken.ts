type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The bytes of a body as they come. A sender who goes away in the middle is no bug of ours: `broken` makes of it what can be told. */
export async function* unbroken(body: Body, broken: (cause: unknown) => Error): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw broken(cause)
  }
}
