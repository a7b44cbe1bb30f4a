import type { Readable } from 'node:stream'

/**
 * The bytes of a body as they come. A sender who goes away in the middle is no bug of ours: `broken` makes of it what can be told.
 * Leaving the loop early does not cut the connection, which the answer needs.
 */
export async function* unbroken(body: Readable, broken: (cause: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw broken(cause)
  }
}
