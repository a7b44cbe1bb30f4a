/**
 * Tells whether a path, or a directory that it is in, is one of these. Each directory is looked at once: a tree may be
 * as deep as its paths are long.
 */
export function pathWithin(roots: ReadonlySet<string>): (path: string) => boolean {
  const known = new Map<string, boolean>()

  function isDirectoryWithin(directory: string): boolean {
    const unknown: string[] = []
    let found: boolean | undefined
    for (let at = directory; at !== '' && found === undefined; at = parentOf(at)) {
      found = roots.has(at) || known.get(at)
      if (found === undefined) unknown.push(at)
    }
    for (const at of unknown) known.set(at, found ?? false)
    return found ?? false
  }
  return (path) => roots.size > 0 && (roots.has(path) || isDirectoryWithin(parentOf(path)))
}

/** The parent directory of a path; '' is the root of the tree. */
export const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
