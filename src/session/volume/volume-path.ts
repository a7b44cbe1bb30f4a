import { EngineError } from '../../contract/errors.ts'
import { pathProblem } from '../state/path-problem.ts'

/** Normalises a path inside of a volume: "/a/b/" is "a/b". Paths that climb, and empty ones, are refused. */
export function volumePath(path: string): string {
  const inner = innerPath(path)
  const problem = pathProblem(inner)
  if (problem) throw new EngineError('PATH_REFUSED', { path: shownPath(path), reason: problem })
  return inner
}

/** The inner path of a directory, where '', '/' and '.' are the volume itself. */
export function volumeDirectory(path: string): string {
  const inner = innerPath(path)
  return inner === '' || inner === '.' ? '' : volumePath(path)
}

function innerPath(path: string): string {
  const start = path.startsWith('/') ? 1 : 0
  return path.slice(start, path.length > start && path.endsWith('/') ? -1 : undefined)
}

const MOST_SHOWN = 200
/** Paths may be arbitrarily long: a message shows the beginning. */
export const shownPath = (path: string) =>
  JSON.stringify(path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path)
