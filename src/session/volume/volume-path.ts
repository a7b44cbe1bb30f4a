import { EngineError } from '../../contract/errors.ts'
import { pathProblem } from '../state/path-problem.ts'

/** A path inside of a volume as somebody outside writes it: "/a/b/" is "a/b". What climbs or has no name is refused. */
export function volumePath(path: string): string {
  const inner = innerPath(path)
  const problem = pathProblem(inner)
  if (problem) throw new EngineError('PATH_REFUSED', { path: shownPath(path), reason: problem })
  return inner
}

/** The same for a directory, where '', '/' and '.' are the volume itself. */
export function volumeDirectory(path: string): string {
  const inner = innerPath(path)
  return inner === '' || inner === '.' ? '' : volumePath(path)
}

function innerPath(path: string): string {
  const start = path.startsWith('/') ? 1 : 0
  return path.slice(start, path.length > start && path.endsWith('/') ? -1 : undefined)
}

const MOST_SHOWN = 200
/** Paths are whatever their maker likes: a message shows the beginning. */
export const shownPath = (path: string) =>
  JSON.stringify(path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path)
