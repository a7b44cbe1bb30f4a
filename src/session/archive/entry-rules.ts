import type { TreeEntry } from '../../sandbox/tree.ts'
import { newPathProblem, sandboxPathProblem } from '../state/path-problem.ts'
import { parentOf } from '../state/path-within.ts'
import { refuse } from './refuse.ts'

export interface TarLimits {
  /** Bytes of all files together. */
  bytes: number
  /** Files, directories and links. */
  files: number
}

export interface EntryRules {
  limits: TarLimits
  /** Whether links may point anywhere: right only for a tree that nothing but a sandbox ever follows. */
  links: 'inside' | 'any'
}

/** Checks the entries of an archive against the rules, one after the other. Gives the directories that an entry implies. */
export function createEntryRules({ limits, links }: EntryRules) {
  /** The type of each path; an implied directory may still get an entry. */
  const seen = new Map<string, TreeEntry['type'] | 'implied'>()
  let bytes = 0

  function add(path: string, type: TreeEntry['type'] | 'implied') {
    seen.set(path, type)
    if (seen.size > limits.files) refuse(`it has more than ${limits.files} files, directories and links`)
  }

  function parentsOf(entry: TreeEntry): TreeEntry[] {
    const implied: TreeEntry[] = []
    // Everything above an existing path exists too.
    for (let path = parentOf(entry.path); path !== ''; path = parentOf(path)) {
      const type = seen.get(path)
      if (type === 'file' || type === 'symlink') refuse(`${path} is no directory in it`, entry.path)
      if (type !== undefined) break
      add(path, 'implied')
      implied.push({ path, type: 'directory', mode: 0o755, size: 0, modifiedMs: entry.modifiedMs })
    }
    return implied.reverse()
  }

  return {
    admit(entry: TreeEntry): TreeEntry[] {
      const problem = links === 'any' ? sandboxPathProblem(entry.path) : newPathProblem(entry.path)
      if (problem) refuse(problem, entry.path)
      const implied = parentsOf(entry)
      const before = seen.get(entry.path)
      const repeats = before === 'implied' ? entry.type !== 'directory' : before !== undefined
      if (repeats) refuse('it is in it twice', entry.path)
      add(entry.path, entry.type)
      bytes += entry.size
      if (bytes > limits.bytes) refuse(`its files have more than ${limits.bytes} bytes`, entry.path)
      if (entry.type === 'symlink') checkTarget(entry, links)
      return implied
    },
  }
}

/**
 * A target may climb only at its beginning, from a directory that is no link, so that no chain of links that each stay
 * inside leads out.
 */
function checkTarget({ path, target = '' }: TreeEntry, links: EntryRules['links']) {
  if (target === '' || target.includes('\0') || Buffer.byteLength(target) > 4_096)
    refuse('it is a link to no path', path)
  if (links === 'any') return
  if (target.startsWith('/')) refuse(`it is a link out of it, to ${target}`, path)
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const ups = parts.findIndex((part) => part !== '..')
  const climbs = ups === -1 ? parts.length : ups
  const depth = path.split('/').length - 1
  if (climbs > depth || parts.lastIndexOf('..') >= climbs) refuse(`it is a link out of it, to ${target}`, path)
}
