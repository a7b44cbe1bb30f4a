/** Collects the bytes of a body, and drops it at once when it exceeds the limit. */
export async function gather(
  body: AsyncIterable<Uint8Array>,
  { limitBytes, tooLarge }: { limitBytes: number; tooLarge(): Error },
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
