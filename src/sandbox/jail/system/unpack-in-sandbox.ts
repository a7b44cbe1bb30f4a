import { EngineError } from '../../../contract/errors.ts'
import { type Filling, fillInSandbox, TARGET } from './fill-in-sandbox.ts'

export interface Unpacking extends Pick<Filling, 'provider' | 'limits' | 'target'> {
  archive: AsyncIterable<Uint8Array>
  /** Largest size of the archive. */
  mostBytes: number
}

/**
 * Counts the entries that tar says it unpacks. One name may bring a thousand unlisted directories, and fill the disk of the
 * host with a small archive: tar lists them all when it writes one. When this program ends, so does the tar that unpacks.
 */
const COUNT = `
import sys
known = {b'', b'.'}
for count, line in enumerate(sys.stdin.buffer):
    name = line.rstrip(b'\\n').rstrip(b'/')
    if name.rpartition(b'/')[0] not in known:
        sys.exit('a directory of the archive is missing')
    if line.endswith(b'/\\n'):
        known.add(name)
    if count > 1000000:
        sys.exit('more than a million files')
`
const TAR = `tar --xattrs --xattrs-include='user.*' --numeric-owner --same-permissions -C ${TARGET} -xvf -`
const UNPACK = `set -o pipefail; ${TAR} | python3 -ISc "${COUNT}" && sync -f ${TARGET}`

/** Makes a layer from the archive of a sandbox; gives the bytes that it takes. */
export function unpackInSandbox({ archive, mostBytes, ...rest }: Unpacking): Promise<number> {
  const feed: Filling['feed'] = async (tar) => {
    let left = mostBytes
    try {
      for await (const bytes of archive) {
        left -= bytes.length
        // More than a sandbox can hold: its own tar, which it may have replaced, does not end.
        if (left < 0) throw new EngineError('SANDBOX_FULL', { path: 'a layer' })
        await tar.write(bytes)
      }
    } finally {
      await tar.closeStdin()
    }
  }
  return fillInSandbox({ ...rest, command: ['/bin/bash', '-c', UNPACK], feed })
}
