import type { AttemptState } from '../contract/attempt-state.ts'
import type { KernelMark } from '../kernel/kernel-state.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import type { TreePiece } from '../sandbox/tree.ts'
import { dropContext, type LoadedSession } from './loaded-session.ts'
import type { Manifest } from './state/manifest.ts'
import type { States } from './state/states.ts'
import { goBack } from './way-back.ts'

/** Returns the interpreter and the files to the last saved state. */
export async function undoAttempt(
  states: States,
  session: LoadedSession,
  attempt: { language: string | undefined; way: KernelMark | undefined; begunAt: Promise<number> },
): Promise<Omit<AttemptState, 'kept'>> {
  const { language, way, begunAt } = attempt
  const how = language !== undefined && way ? await undoKernel(session, language, way) : ({ undo: 'saved' } as const)
  // Comes before the files: processes that escaped their interpreter would write them again.
  await session.live.sandbox.endStrays({ since: await begunAt })
  await undoFiles(states, session)
  return how
}

/** An interpreter that cannot go back is replaced by one that begins with the saved state. */
export async function undoKernel(
  session: LoadedSession,
  language: string,
  way: KernelMark | undefined,
): Promise<{ undo: 'copy' | 'saved'; why?: string }> {
  if (way && 'mark' in way && (await goBack(session, language, way))) {
    session.touched.delete(language)
    return { undo: 'copy' }
  }
  await dropContext(session, language)
  const why = way && 'unsafe' in way ? way.unsafe : 'the interpreter and its copy died'
  return { undo: 'saved', why }
}

/** Restores the changed files, and only those. */
export async function undoFiles(states: States, session: LoadedSession): Promise<void> {
  const { trees } = session.live.sandbox
  const since = session.token !== undefined && { since: session.token }
  const found = await changesIn(trees.read({ root: WORKSPACE, contents: false, ...since }))
  if (found.isEmpty) {
    session.token = found.token ?? session.token
    return
  }
  const { remove, restore } = planOf(session.saved?.manifest ?? { entries: [], lost: [] }, found)
  session.token = await trees.write(WORKSPACE, pieces())

  async function* pieces(): AsyncGenerator<TreePiece> {
    for (const path of remove) yield { removed: path }
    if (session.saved && restore.size > 0) yield* states.tree(session.saved, restore)
  }
}

interface Changes {
  /** Paths that exist now and differ; true for directories. */
  there: Map<string, boolean>
  gone: Set<string>
  token: string | undefined
  /** Whether every path was reported, not only changed ones. */
  isWhole: boolean
  isEmpty: boolean
}

async function changesIn(pieces: AsyncIterable<TreePiece>): Promise<Changes> {
  const there = new Map<string, boolean>()
  const gone = new Set<string>()
  let token: string | undefined
  let isWhole = false
  for await (const piece of pieces) {
    if ('whole' in piece) isWhole = true
    else if ('entry' in piece) there.set(piece.entry.path, piece.entry.type === 'directory')
    else if ('left' in piece) there.set(piece.left.path, false)
    else if ('removed' in piece) gone.add(piece.removed)
    else if ('token' in piece) token = piece.token
  }
  return { there, gone, token, isWhole, isEmpty: !isWhole && there.size + gone.size === 0 }
}

function planOf({ entries, lost }: Pick<Manifest, 'entries' | 'lost'>, { there, gone, isWhole }: Changes) {
  if (isWhole) for (const { path } of entries) if (!there.has(path)) gone.add(path)
  const known = new Set(entries.map(({ path }) => path))
  // Pipes, sockets and the like are reported each time: the earlier ones are not leftovers of the attempt.
  for (const { what, language } of lost) if (language === undefined) known.add(what)
  const remove = [...there.keys()].filter((path) => !known.has(path))
  // Everything below a path that went, or is no directory any more, is gone with it.
  for (const [path, isDirectory] of there) if (!isDirectory) gone.add(path)
  const restore = new Set<string>()
  for (const { path } of entries) if (there.has(path) || hasAncestorIn(path, gone)) restore.add(path)
  return { remove, restore }
}

function hasAncestorIn(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (paths.has(path.slice(0, end))) return true
  }
  return false
}
