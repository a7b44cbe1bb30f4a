import { EngineError } from '../../contract/errors.ts'
import { type Sandbox, VOLUMES } from '../../sandbox/sandbox.ts'
import { pathProblem } from '../state/path-problem.ts'
import { bringIn } from './bring-in.ts'
import type { LaidVolume, VolumeMountParts } from './laid-volume.ts'
import { shownPieces } from './shown-pieces.ts'
import { takeBack } from './take-back.ts'
import type { LayOptions, VolumeMounts } from './volume-mounts.ts'

/** Shows volumes in sandboxes as copies. */
export function createVolumeMounts(parts: VolumeMountParts): VolumeMounts {
  return {
    async lay(sandbox, { userId, mounts }) {
      const laid: LaidVolume[] = []
      for (const mount of mounts) laid.push(await layOne(parts, sandbox, { userId, ...mount }))
      return {
        takeBack: () => Promise.all(laid.map((one) => takeBack(parts, one))),
        refresh: async () => void (await Promise.all(laid.map((one) => unlessRemoved(refresh(parts, one))))),
        putBack: async () => void (await Promise.all(laid.map((one) => unlessRemoved(putBack(parts, one))))),
      }
    },
  }
}

async function layOne(
  { versions, states }: VolumeMountParts,
  sandbox: Sandbox,
  mount: LayOptions['mounts'][number] & Pick<LayOptions, 'userId'> & { id?: string },
) {
  const { id } = await versions.rowOf(mount, mount.id)
  return versions.whileHeld(id, async (): Promise<LaidVolume> => {
    const { row, state, entries } = await versions.open(mount, id)
    const { root = `${VOLUMES}/${mount.name}` } = mount
    // A program may have put something else in its place.
    await sandbox.files.remove(root)
    await sandbox.files.makeDirectory(root)
    const token = await sandbox.trees.write(root, shownPieces(state ? states.tree(state) : [], mount.readOnly))
    return { ...mount, id, sandbox, root, copy: entries, token, version: row.version }
  })
}

async function refresh(parts: VolumeMountParts, laid: LaidVolume): Promise<void> {
  const { refused } = await takeBack(parts, laid)
  if (refused && !(await isThere(laid))) return layAgain(parts, laid)
  // The files stay, so that a user can remove the ones in the way.
  if (refused) return
  const { version } = await parts.versions.rowOf(laid, laid.id)
  if (version !== laid.version) await bringIn(parts, laid, new Set())
}

async function putBack(parts: VolumeMountParts, laid: LaidVolume): Promise<void> {
  try {
    await bringIn(parts, laid, await touchedIn(laid))
  } catch (error) {
    if (!isOfPath(error)) throw error
    await layAgain(parts, laid)
  }
}

async function touchedIn({ sandbox, root, token }: LaidVolume): Promise<Set<string>> {
  const touched = new Set<string>()
  for await (const piece of sandbox.trees.read({ root, since: token, contents: false })) {
    if ('removed' in piece) touched.add(piece.removed)
    if ('entry' in piece) touched.add(piece.entry.path)
    if ('left' in piece && pathProblem(piece.left.path) === undefined) touched.add(piece.left.path)
  }
  return touched
}

/** Otherwise a program removed the whole copy, or put a link in its place: that removes no file of the volume. */
async function isThere({ sandbox, root }: LaidVolume): Promise<boolean> {
  const found = await sandbox.files.stat(root).catch((error) => {
    if (!isOfPath(error)) throw error
  })
  return found?.type === 'directory'
}

const isOfPath = (error: unknown): boolean =>
  error instanceof EngineError && (error.code === 'PATH_NOT_FOUND' || error.code === 'PATH_REFUSED')

async function layAgain(parts: VolumeMountParts, laid: LaidVolume): Promise<void> {
  Object.assign(laid, await layOne(parts, laid.sandbox, laid))
}

/** The copy of a removed volume is an ordinary directory of the sandbox from then on. */
async function unlessRemoved(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof EngineError && error.code === 'VOLUME_NOT_FOUND')) throw error
  })
}
