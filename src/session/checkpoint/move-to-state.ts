import { WORKSPACE } from '../../sandbox/sandbox.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import { dropContext, type LoadedSession } from '../loaded-session.ts'
import type { Manifest, ManifestEntry } from '../state/manifest.ts'
import type { SavedState, States } from '../state/states.ts'
import { undoFiles } from '../undo-session.ts'
import { goBack, spoilWayBack } from '../way-back.ts'

export interface Move {
  target: SavedState
  /** Copies of living interpreters from the time of the target, by language. */
  marks: ReadonlyMap<string, string> | undefined
}

/** Moves a living session to a saved state: files that differ, and every interpreter. */
export async function moveToState(states: States, session: LoadedSession, { target, marks }: Move): Promise<void> {
  await undoFiles(states, session)
  const [from, to] = [session.saved?.manifest.entries ?? [], target.manifest.entries]
  const { remove, write } = differences(from, to)
  if (remove.length + write.size > 0) {
    session.token = await session.live.sandbox.trees.write(WORKSPACE, pieces())
  }
  for (const language of [...session.contexts.keys()]) {
    const mark = marks?.get(language)
    spoilWayBack(session, language)
    const isBack = mark !== undefined && (await goBackAnew(session, language, mark))
    if (!isBack) await dropContext(session, language)
    else session.touched.add(language)
  }
  session.saved = target
  session.wantsFreshRandomness = true

  async function* pieces(): AsyncGenerator<TreePiece> {
    for (const path of remove) yield { removed: path }
    if (write.size > 0) yield* states.tree(target, write)
  }
}

/** Reseeds random numbers, as in a branch. */
async function goBackAnew(session: LoadedSession, language: string, mark: string): Promise<boolean> {
  if (!(await goBack(session, language, { mark, keep: true }))) return false
  const id = session.contexts.get(language) ?? ''
  return session.live.contexts
    .states(id)
    .reseed()
    .then(
      () => true,
      () => false,
    )
}

/** The paths to remove and the entries to write, so that one tree becomes the other. */
export function differences(from: readonly ManifestEntry[], to: readonly ManifestEntry[]) {
  const before = new Map(from.map((entry) => [entry.path, printOf(entry)]))
  const after = new Set(to.map(({ path }) => path))
  return {
    remove: from.map(({ path }) => path).filter((path) => !after.has(path)),
    write: new Set(to.filter((entry) => before.get(entry.path) !== printOf(entry)).map(({ path }) => path)),
  }
}

/** A text that is equal for equal entries, wherever their content lies. */
function printOf({ type, mode, size, modifiedMs, target, chunks }: ManifestEntry): string {
  return JSON.stringify([type, mode, size, modifiedMs, target, chunks?.map(({ hash }) => hash)])
}

export const bytesOf = ({ entries, kernels }: Manifest): number =>
  [...entries, ...kernels].reduce((sum, { size }) => sum + size, 0)
