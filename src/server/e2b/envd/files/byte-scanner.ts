/** Reads a body from mark to mark, holding no more of it than one piece and a mark. */
export interface ByteScanner {
  /** The bytes up to the mark, which is consumed too. A body that ends before it is torn. */
  until(mark: Buffer): AsyncGenerator<Buffer>
  /** The next bytes, without consuming them; fewer at the end. */
  peek(count: number): Promise<Buffer>
  /** Releases the body at any point. */
  close(): Promise<void>
}

export class TornBody extends Error {
  constructor() {
    super('the form breaks off')
    this.name = 'TornBody'
  }
}

/** `begin` is read before the source. */
export function createByteScanner(source: AsyncIterable<Uint8Array>, begin: Buffer): ByteScanner {
  const chunks = source[Symbol.asyncIterator]()
  let held = begin
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (!done) held = held.length > 0 ? Buffer.concat([held, value]) : Buffer.from(value)
    return !done
  }
  return {
    async *until(mark) {
      while (true) {
        const at = held.indexOf(mark)
        // The end may be the beginning of the mark.
        const certain = at < 0 ? Math.max(0, held.length - mark.length + 1) : at
        const bytes = held.subarray(0, certain)
        held = held.subarray(at < 0 ? certain : at + mark.length)
        if (bytes.length > 0) yield bytes
        if (at >= 0) return
        if (!(await more())) throw new TornBody()
      }
    },
    async peek(count) {
      while (held.length < count && (await more()));
      return held.subarray(0, count)
    },
    close: async () => void (await chunks.return?.()),
  }
}
