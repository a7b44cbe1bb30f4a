import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const ROOT = new URL('../../../console/dist/', import.meta.url)

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface ConsoleFile {
  type: string
  plain: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
}

/** The files of the console as they were built; undefined for any other name. Each is read and packed once. */
export function createConsoleFiles(root = ROOT) {
  const kept = new Map<string, Promise<ConsoleFile | undefined>>()
  return (name: string): Promise<ConsoleFile | undefined> => {
    const type = TYPES[extname(name)]
    if (type === undefined || !/^(?:assets\/)?[\w-]+(?:\.[\w-]+)*$/.test(name)) return Promise.resolve(undefined)
    const found = kept.get(name) ?? load(new URL(name, root), type)
    // A file that is not there yet may be built while the server runs.
    kept.set(name, found)
    found.then((file) => file ?? kept.delete(name))
    return found
  }
}

async function load(file: URL, type: string): Promise<ConsoleFile | undefined> {
  const plain = await readFile(file).catch(() => undefined)
  if (!plain) return undefined
  const packed = await promisify(gzip)(plain)
  return { type, plain: new Uint8Array(plain), packed: new Uint8Array(packed) }
}
