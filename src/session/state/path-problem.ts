const MOST_PATH_BYTES = 16_384
const MOST_NAME_BYTES = 255

/** Why this cannot be the path of something in a tree: paths come from boxes and archives. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'it has no name'
  if (path.startsWith('/')) return 'its path does not begin inside'
  if (path.includes('\0')) return 'there is a NUL in its path'
  if (!path.isWellFormed()) return 'its path is no Unicode text'
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) return `its path is longer than ${MOST_PATH_BYTES} bytes`
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return `"${name}" is part of its path`
    // No name is longer in bytes than three times its length.
    if (name.length * 3 > MOST_NAME_BYTES && Buffer.byteLength(name) > MOST_NAME_BYTES) {
      return `a name in its path is longer than ${MOST_NAME_BYTES} bytes`
    }
  }
  return undefined
}
