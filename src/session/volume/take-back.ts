import { EngineError } from '../../contract/errors.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import { pathWithin } from '../state/path-within.ts'
import { changesInside, type Seen } from './changes-inside.ts'
import type { LaidVolume, VolumeMountParts } from './laid-volume.ts'
import { mergedPieces } from './merged-pieces.ts'
import { replayable } from './replayable.ts'
import type { TakenBack } from './volume-mounts.ts'
import type { VolumeVersion } from './volume-versions.ts'

/** Makes a new version of the volume from the changes of programs in a copy. */
export async function takeBack({ versions, states }: VolumeMountParts, laid: LaidVolume): Promise<TakenBack> {
  const seen: Seen = { left: [] }
  const nothing = { name: laid.name, version: laid.version, changed: false, left: seen.left }
  if (laid.readOnly) return nothing
  const changes = changesInside(laid, seen)
  try {
    const first = await changes.next()
    if (!first.done) {
      const source = replayable(startingWith(first.value, changes), states)
      const next = await versions.change(
        laid,
        (on, staged) => mergedPieces(source.pieces(staged), { copy: laid.copy, current: on.entries }),
        laid.id,
      )
      keep(laid, source, next)
    }
    laid.token = seen.token ?? laid.token
    return { ...nothing, version: laid.version, changed: !first.done }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { ...nothing, refused: error }
  } finally {
    await changes.return(undefined)
  }
}

async function* startingWith(first: TreePiece, rest: AsyncIterable<TreePiece>): AsyncGenerator<TreePiece> {
  yield first
  yield* rest
}

/** The content inside is known again: the earlier content with the changes just taken. */
function keep(
  laid: LaidVolume,
  { removed, paths }: Pick<ReturnType<typeof replayable>, 'removed' | 'paths'>,
  next: VolumeVersion,
) {
  const isGone = pathWithin(removed)
  const copy = new Map([...laid.copy].filter(([path]) => !isGone(path)))
  for (const path of paths) {
    const entry = next.entries.get(path)
    if (entry) copy.set(path, entry)
  }
  laid.copy = copy
  // The copy equals the new version only if nobody else made a version in between.
  if (laid.version === next.row.version - 1) laid.version = next.row.version
}
