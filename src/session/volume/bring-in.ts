import type { TreePiece } from '../../sandbox/tree.ts'
import { pathWithin } from '../state/path-within.ts'
import { isSameEntry } from './is-same-entry.ts'
import type { LaidVolume, VolumeMountParts } from './laid-volume.ts'
import { shownPieces } from './shown-pieces.ts'

/** Updates the copy to the present volume, wherever the two differ or programs have written. */
export async function bringIn(
  { versions, states }: VolumeMountParts,
  laid: LaidVolume,
  touched: ReadonlySet<string>,
): Promise<void> {
  await versions.whileHeld(laid.id, async () => {
    const { row, state, entries } = await versions.open(laid, laid.id)
    const isTouched = pathWithin(touched)
    const removed = [...laid.copy.keys(), ...touched].filter((path) => !entries.has(path))
    const paths = [...entries.values()]
      .filter((entry) => isTouched(entry.path) || !isSameEntry(laid.copy.get(entry.path), entry))
      .map(({ path }) => path)
    const pieces = async function* (): AsyncGenerator<TreePiece> {
      for (const path of new Set(removed)) yield { removed: path }
      if (state && paths.length > 0) yield* states.tree(state, new Set(paths))
    }
    if (removed.length + paths.length > 0)
      laid.token = await laid.sandbox.trees.write(laid.root, shownPieces(pieces(), laid.readOnly))
    laid.copy = entries
    laid.version = row.version
  })
}
