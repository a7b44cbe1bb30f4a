/** Limit of stored states; new content has a lower one. */
const MOST_STORED_PATH_BYTES = 16_384
/** No program on Linux can name a longer path. */
const MOST_PATH_BYTES = 4_095
/**
 * Packages in packages in node_modules reach some sixty levels; tools that remove and copy trees climb a few hundred at
 * most.
 */
const MOST_DEPTH = 256
const MOST_NAME_BYTES = 255

/** The reason why a path cannot be in a tree: paths come from sandboxes and archives. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'it has no name'
  if (path.startsWith('/')) return 'its path does not begin inside'
  if (path.includes('\0')) return 'there is a NUL in its path'
  if (!path.isWellFormed()) return 'its path is no Unicode text'
  if (isLonger(path, MOST_STORED_PATH_BYTES)) return `its path is longer than ${MOST_STORED_PATH_BYTES} bytes`
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return `"${name}" is part of its path`
    if (isLonger(name, MOST_NAME_BYTES)) return `a name in its path is longer than ${MOST_NAME_BYTES} bytes`
  }
  return undefined
}

/** The problem of a path in a sandbox, which may be as long as sandboxes allow below the given directory. */
export function sandboxPathProblem(path: string): string | undefined {
  const most = MOST_PATH_BYTES + MOST_NAME_BYTES
  return isLonger(path, most) ? `its path is longer than ${most} bytes` : pathProblem(path)
}

/** The problem of a path for new content, which may be no deeper and no longer than programs can use. */
export function newPathProblem(path: string): string | undefined {
  if (isLonger(path, MOST_PATH_BYTES)) return `its path is longer than ${MOST_PATH_BYTES} bytes`
  let depth = 1
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth++
  if (depth > MOST_DEPTH) return `it is in more than ${MOST_DEPTH - 1} directories`
  return pathProblem(path)
}

/** UTF-8 takes at most three bytes per UTF-16 unit. */
const isLonger = (text: string, mostBytes: number): boolean =>
  text.length * 3 > mostBytes && (text.length > mostBytes || Buffer.byteLength(text) > mostBytes)
