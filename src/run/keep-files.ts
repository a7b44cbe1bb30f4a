import type { FileKeeper } from '../pipeline/execution.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import { contentHash } from '../store/content/content-hash.ts'
import type { Store } from '../store/store.ts'

export interface KeeperParts {
  runId: string
  store: Pick<Store, 'outputs'>
  blobs: Pick<Blobs, 'put'>
  config: { runFiles: number; runFilesBytes: number; blobBytes: number }
}

/** Keeps files of a run as its long output is kept: counted by run, and gone with it. */
export function createFileKeeper({ runId, store, blobs, config }: KeeperParts): FileKeeper {
  let files = 0
  let bytes = 0
  return {
    refuses(size) {
      if (config.runFiles === 0) return 'this server keeps no files of runs (runFiles)'
      if (files >= config.runFiles) return `a run keeps ${config.runFiles} files at most (runFiles)`
      if (size > config.blobBytes)
        return `its ${size} bytes are beyond the ${config.blobBytes} of one object (blobBytes)`
      if (bytes + size > config.runFilesBytes)
        return `its ${size} bytes are beyond the ${config.runFilesBytes} that a run keeps (runFilesBytes)`
      return undefined
    },
    async keep(content) {
      files++
      bytes += content.length
      const hash = await contentHash(content)
      await store.outputs.begin({ runId, hash, bytes: content.length })
      return blobs.put(content)
    },
  }
}
