import { EngineError } from '../../contract/errors.ts'
import type { TreeFile } from '../../contract/session.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'
import type { ManifestEntry } from '../state/manifest.ts'

/** What is at a path of a volume. Throws PATH_NOT_FOUND for nothing. */
export function entryAt(entries: ReadonlyMap<string, ManifestEntry>, path: string): ManifestEntry {
  const entry = entries.get(path)
  if (!entry) throw new EngineError('PATH_NOT_FOUND', { path, where: 'the volume' })
  return entry
}

/** The same as callers are told it. */
export function fileOf({ path, type, size, mode, modifiedMs, target, owner }: TreeEntry): TreeFile {
  return { path, type, size, mode, modifiedMs, ...(target !== undefined && { target }), ...(owner && { owner }) }
}
