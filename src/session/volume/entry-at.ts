import { EngineError } from '../../contract/errors.ts'
import type { TreeFile } from '../../contract/session.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'
import type { ManifestEntry } from '../state/manifest.ts'

/** The entry at a path of a volume. Throws PATH_NOT_FOUND when there is none. */
export function entryAt(entries: ReadonlyMap<string, ManifestEntry>, path: string): ManifestEntry {
  const entry = entries.get(path)
  if (!entry) throw new EngineError('PATH_NOT_FOUND', { path, where: 'the volume' })
  return entry
}

/** The entry as callers see it. */
export function fileOf({ path, type, size, mode, modifiedMs, target, owner }: TreeEntry): TreeFile {
  return { path, type, size, mode, modifiedMs, ...(target !== undefined && { target }), ...(owner && { owner }) }
}
