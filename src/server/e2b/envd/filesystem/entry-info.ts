import type { LiveMachine } from '../../../../engine.ts'
import { metadataIn } from '../files/metadata.ts'

export type Entry = Awaited<ReturnType<LiveMachine['sandbox']['files']['stat']>>

const FILE_TYPES: Record<Entry['type'], string> = {
  file: 'FILE_TYPE_FILE',
  directory: 'FILE_TYPE_DIRECTORY',
  symlink: 'FILE_TYPE_SYMLINK',
  other: 'FILE_TYPE_UNSPECIFIED',
}

/** User names of a sandbox that has none of its own. */
const NAMES: Record<number, string> = { 0: 'root', 1000: 'user' }

/** A file in E2B's form: a link has the type and rights of its target, but its own size and time. */
export function entryInfoOf(entry: Entry) {
  const { name, path, size, uid, gid, modifiedMs, details } = entry
  const reached = reachedBy(entry)
  return {
    ...{ name, path, size: String(size) },
    type: FILE_TYPES[reached.type],
    mode: reached.mode & 0o777,
    permissions: permissionsOf(entry),
    owner: details?.owner ?? NAMES[uid] ?? String(uid),
    group: details?.group ?? NAMES[gid] ?? String(gid),
    modifiedTime: new Date(modifiedMs).toISOString(),
    ...(entry.type === 'symlink' && { symlinkTarget: details?.target?.path ?? path }),
    metadata: metadataIn(details?.attributes ?? {}),
  }
}

/** The file behind a link; a dangling link has neither type nor rights. */
export function reachedBy({ type, mode, size, details }: Entry): { type: Entry['type']; mode: number; size: number } {
  if (type !== 'symlink') return { type, mode, size }
  return details?.target ?? { type: 'other', mode: 0, size: 0 }
}

const KINDS: Record<Entry['type'], string> = { file: '', directory: 'd', symlink: 'L', other: '' }
const RIGHTS = 'rwxrwxrwx'

/** Permissions in Go's format: kind and special bits first, a dash when there are none. */
function permissionsOf({ type, mode }: Entry): string {
  const special = `${mode & 0o4000 ? 'u' : ''}${mode & 0o2000 ? 'g' : ''}${mode & 0o1000 ? 't' : ''}`
  const rights = [...RIGHTS].map((letter, at) => (mode & (0o400 >> at) ? letter : '-')).join('')
  return `${`${KINDS[type]}${special}` || '-'}${rights}`
}
