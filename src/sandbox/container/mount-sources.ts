import { stat } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'
import { errorCode } from '../cgroup/control-file.ts'
import type { Mount } from '../sandbox.ts'

/** Refuses a missing source: Podman would make the directory, as root, wherever on the host its name points. */
export async function assertSources(mounts: Mount[]): Promise<void> {
  for (const { source } of mounts) {
    await stat(source).catch((error) => {
      // The engine may see paths that this server may not.
      if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return
      const remedy = 'Make the directory first, or leave the mount out.'
      throw new EngineError('SANDBOX_UNAVAILABLE', { reason: `${source}, to be mounted, is not there`, remedy })
    })
  }
}
