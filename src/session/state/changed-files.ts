import { createHash } from 'node:crypto'
import type { ChangedFiles } from '../../contract/session.ts'
import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'

/** Files that are named; the others are counted. */
const MOST_NAMED = 100

type Change = ChangedFiles['changed'][number]

/** Files that differ between two states; undefined when none does. Nothing but the lists of the states is read. */
export async function changedFiles(before: Manifest | undefined, after: Manifest): Promise<ChangedFiles | undefined> {
  const changed: Change[] = []
  let more = 0
  await stepByStep(pairs(before?.entries ?? [], after.entries), ([was, is]) => {
    const change = changeOf(isFile(was), isFile(is))
    if (!change) return
    if (changed.length === MOST_NAMED) more++
    else changed.push(change)
  })
  return changed.length === 0 ? undefined : { changed, more }
}

/** The entries of each path in both lists, which are sorted by path. */
function* pairs(one: readonly ManifestEntry[], other: readonly ManifestEntry[]) {
  for (let [a, b] = [0, 0]; a < one.length || b < other.length; ) {
    const [was, is] = [one[a], other[b]]
    const isGone = was !== undefined && (is === undefined || was.path < is.path)
    const isNew = is !== undefined && (was === undefined || is.path < was.path)
    if (!isNew) a++
    if (!isGone) b++
    yield [isNew ? undefined : was, isGone ? undefined : is] as const
  }
}

const isFile = (entry: ManifestEntry | undefined) => (entry?.type === 'file' ? entry : undefined)

function changeOf(was: ManifestEntry | undefined, is: ManifestEntry | undefined): Change | undefined {
  // An entry that was taken over from the state before is the same object.
  if (was === is) return undefined
  if (!is) return { path: was?.path ?? '', change: 'removed' }
  const hash = hashOf(is)
  if (was && was.size === is.size && hashOf(was) === hash) return undefined
  return { path: is.path, change: was ? 'changed' : 'added', size: is.size, hash }
}

/** Equal for equal content: all pieces but the last have one size. */
function hashOf({ chunks = [] }: ManifestEntry): string {
  const [only] = chunks
  if (only && chunks.length === 1) return only.hash
  return createHash('sha256')
    .update(chunks.map(({ hash }) => hash).join(''))
    .digest('hex')
}
