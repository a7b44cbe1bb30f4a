import type { TreeFile } from '../../../contract/session.ts'
import type { VolumeInfo } from '../../../contract/volume.ts'

/** One thing in a volume, as E2B's clients read it. */
export interface VolumeEntry {
  name: string
  type: 'file' | 'directory' | 'symlink'
  path: string
  size: number
  mode: number
  uid: number
  gid: number
  atime: string
  mtime: string
  ctime: string
  target?: string
}

/** Whoever nobody named: in sandboxes everything in a volume belongs to `user`. */
const USER = { uid: 1000, gid: 1000 }

/** Only one time is kept of each file, and none of directories that a sandbox made: those have that of the volume. */
export function entryOf(file: TreeFile, { changedAt }: VolumeInfo): VolumeEntry {
  const { type, size, mode, modifiedMs, target, owner = USER } = file
  const time = new Date(modifiedMs > 0 ? modifiedMs : changedAt).toISOString()
  return {
    ...{ name: file.path.slice(file.path.lastIndexOf('/') + 1), type, path: `/${file.path}`, size, mode, ...owner },
    ...{ atime: time, mtime: time, ctime: time },
    ...(target !== undefined && { target }),
  }
}

/** The volume itself, which is no entry of its own. */
export function rootOf(info: VolumeInfo): VolumeEntry {
  return entryOf({ path: '', type: 'directory', size: 0, mode: 0o755, modifiedMs: info.changedAt }, info)
}
