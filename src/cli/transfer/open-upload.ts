import { open } from 'node:fs/promises'
import type { Host } from '../host.ts'
import { unreadable } from '../read-file.ts'

/** A file, or standard input for `-`, as a stream to send: read as fast as it is taken. */
export async function openUpload(file: string, host: Pick<Host, 'stdin'>) {
  const source = file === '-' ? { bytes: host.stdin, close: async () => {} } : await openFile(file)
  let tell = (_: number) => {}
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source.bytes) {
      yield bytes
      tell(bytes.length)
    }
  }
  return {
    content: ReadableStream.from(counted()) as ReadableStream<Uint8Array>,
    /** The size, where it is known, for the client. */
    call: { ...('size' in source && { size: source.size }) },
    onBytes: (listener: (bytes: number) => void) => {
      tell = listener
    },
    close: source.close,
  }
}

async function openFile(path: string) {
  try {
    const handle = await open(path)
    const found = await handle.stat()
    if (found.isDirectory()) {
      await handle.close()
      throw Object.assign(new Error('it is a directory'), { code: 'EISDIR' })
    }
    const bytes = handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>
    // A pipe, or anything else that is no plain file, has no size beforehand.
    return { bytes, close: () => handle.close(), ...(found.isFile() && { size: found.size }) }
  } catch (error) {
    throw await unreadable(path, error)
  }
}
