import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'
import { damaged } from './damaged.ts'
import { entriesByPath } from './entries-by-path.ts'
import type { Chunk, ManifestEntry } from './manifest.ts'
import { pathProblem } from './path-problem.ts'
import { parentOf, pathWithin } from './path-within.ts'
import { sortByPath } from './sort-by-path.ts'

const WHAT = 'The tree'
const MOST_ENTRIES = 1_000_000
const MOST_TARGET_BYTES = 4_096
/** Limit on the text of all paths: a sandbox could send more than fits into memory. */
const MOST_TEXT = 64 * 1024 * 1024

export interface TreeDraft {
  /** Forgets the previous tree. */
  startOver(): void
  remove(path: string): void
  /** Marks a path that exists but cannot be kept: its previous content is gone. */
  leave(path: string): void
  add(entry: TreeEntry): Promise<ManifestEntry>
  /** The size so far: the tree will have at least this. */
  readonly told: { bytes: number; files: number }
  /** Sets the content of an added entry. */
  fill(entry: ManifestEntry, content: { chunk: Chunk; bytes: number }): void
  /** Sorted by path. */
  finish(): Promise<ManifestEntry[]>
}

/**
 * A tree as it will be saved: the previous one with the reported changes. A sandbox reports them, so they are not
 * trusted.
 */
export async function createTreeDraft(before: readonly ManifestEntry[]): Promise<TreeDraft> {
  const entries = await entriesByPath(before)
  const told = { bytes: 0, files: 0 }
  const fresh = new Set<string>()
  const removed = new Set<string>()
  let losesParents = false
  let text = 0

  function hear(path: string) {
    text += path.length
    if (text > MOST_TEXT) throw damaged(WHAT, 'its paths are longer than can be kept')
  }

  /** Removes all paths together: each alone would walk over every entry. */
  async function takeAway() {
    if (removed.size === 0) return
    const isGone = pathWithin(removed)
    await stepByStep(entries.keys(), (path) => {
      if (isGone(path)) entries.delete(path)
    })
    removed.clear()
  }

  async function add(found: TreeEntry): Promise<ManifestEntry> {
    await takeAway()
    hear(found.path)
    const entry = checked(found)
    const old = entries.get(entry.path)
    const repeats = fresh.has(entry.path) && !(old?.type === 'directory' && entry.type === 'directory')
    if (repeats) throw damaged(WHAT, `${JSON.stringify(entry.path)} is told twice`)
    if (!isInside(entry.path, entries)) throw damaged(WHAT, `${JSON.stringify(entry.path)} is in no directory`)
    if (old?.type === 'directory' && entry.type !== 'directory') losesParents = true
    if (!fresh.has(entry.path)) told.files++
    if (entries.size >= MOST_ENTRIES) throw damaged(WHAT, `it has more than ${MOST_ENTRIES} entries`)
    fresh.add(entry.path)
    entries.set(entry.path, entry)
    return entry
  }
  return {
    told,
    startOver() {
      if (fresh.size + removed.size > 0) throw damaged(WHAT, 'it is told to be everything after something was told')
      entries.clear()
    },
    add,
    remove(path) {
      if (fresh.size > 0) throw damaged(WHAT, 'something is told as removed after what is there')
      hear(path)
      removed.add(path)
    },
    leave(path) {
      hear(path)
      if (!fresh.has(path) && entries.get(path)?.type !== 'directory') entries.delete(path)
    },
    fill(entry, { chunk, bytes }) {
      entry.chunks?.push(chunk)
      entry.size += bytes
      told.bytes += bytes
    },
    async finish() {
      await takeAway()
      const sorted = await sortByPath([...entries.values()])
      return losesParents ? sorted.filter((entry) => isKept(entry, entries)) : sorted
    },
  }

  /** The content of a directory goes when something else took its place. Called from the top of the tree down. */
  function isKept({ path }: ManifestEntry, all: Map<string, ManifestEntry>): boolean {
    const kept = isInside(path, all)
    if (!kept) all.delete(path)
    return kept
  }
}

function checked({ path, type, mode, modifiedMs, target, owner }: TreeEntry): ManifestEntry {
  const problem = pathProblem(path)
  if (problem) throw damaged(WHAT, `${JSON.stringify(path.slice(0, 200))}: ${problem}`)
  const time = Number.isFinite(modifiedMs) ? modifiedMs : 0
  const common = { path, mode: mode & 0o7777, modifiedMs: time, size: 0, ...(owner && { owner }) }
  if (type === 'file') return { ...common, type, chunks: [] }
  if (type === 'directory') return { ...common, type }
  const isPath = target && !target.includes('\0') && Buffer.byteLength(target) <= MOST_TARGET_BYTES
  if (type !== 'symlink' || !isPath) throw damaged(WHAT, `${JSON.stringify(path)} is a link to no path`)
  return { ...common, type, target }
}

function isInside(path: string, entries: Map<string, ManifestEntry>): boolean {
  const parent = parentOf(path)
  return parent === '' || entries.get(parent)?.type === 'directory'
}
