import type { TreeFile } from '../../../contract/session.ts'
import type { VolumeInfo } from '../../../contract/volume.ts'

/** One entry of a volume, in the form that E2B's clients read. */
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

/** The default owner: in sandboxes everything in a volume belongs to `user`. */
const USER = { uid: 1000, gid: 1000 }

/** Each file has one stored time, and directories that a sandbox made have none: those get the time of the volume. */
export function entryOf(file: TreeFile, { changedAt }: VolumeInfo): VolumeEntry {
  const { type, size, mode, modifiedMs, target, owner = USER } = file
  const time = new Date(modifiedMs > 0 ? modifiedMs : changedAt).toISOString()
  return {
    ...{ name: file.path.slice(file.path.lastIndexOf('/') + 1), type, path: `/${file.path}`, size, mode, ...owner },
    ...{ atime: time, mtime: time, ctime: time },
    ...(target !== undefined && { target }),
  }
}

/** The volume itself, which has no entry of its own. */
export function rootOf(info: VolumeInfo): VolumeEntry {
  return entryOf({ path: '', type: 'directory', size: 0, mode: 0o755, modifiedMs: info.changedAt }, info)
}
