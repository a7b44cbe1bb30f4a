const TEXT = new TextDecoder('utf-8', { fatal: true })

/** The content of a file as a resource has it: text where it is text, base64 otherwise. */
export type ResourceContent = { mimeType: string } & ({ text: string } | { blob: string })

/** Reads an answer, refusing more than `mostBytes`: a model's context is no place for large files. */
export async function contentOf(response: Response, mostBytes: number): Promise<ResourceContent> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    if (size > mostBytes)
      throw new Error(`The file has more than ${mostBytes} bytes. Read a part of it with a program.`)
    pieces.push(piece)
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return bytesContent(Buffer.concat(pieces), type)
}

export function bytesContent(bytes: Uint8Array, type: string): ResourceContent {
  try {
    const text = TEXT.decode(bytes)
    return { mimeType: type === 'application/octet-stream' ? 'text/plain' : type, text }
  } catch {
    return { mimeType: type, blob: Buffer.from(bytes).toString('base64') }
  }
}
