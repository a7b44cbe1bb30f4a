import type { LostPart } from '../../contract/attempt-state.ts'
import { giveWay } from '../../sandbox/give-way.ts'
import type { ContentWriter } from './content-writer.ts'
import { damaged } from './damaged.ts'
import type { ManifestEntry } from './manifest.ts'
import { splitContent } from './split-content.ts'
import type { StateDraft } from './states.ts'
import type { TreeDraft } from './tree-draft.ts'

const MOST_LEFT = 20_000
const MOST_REASON = 200

export interface TakenTree {
  left: LostPart[]
  token: string | undefined
}

/** Takes the pieces of a tree with content as it comes: at most one chunk of it waits. */
export async function takeTree(pieces: StateDraft['tree'], tree: TreeDraft, writer: ContentWriter): Promise<TakenTree> {
  const taken: TakenTree = { left: [], token: undefined }
  let file: ReturnType<typeof openFile> | undefined
  for await (const piece of pieces) {
    if ('bytes' in piece) {
      if (!file) throw damaged('The tree', 'there are bytes of no file')
      await file.push(piece.bytes)
      continue
    }
    await file?.end()
    file = undefined
    await giveWay()
    if ('whole' in piece) tree.startOver()
    else if ('removed' in piece) tree.remove(piece.removed)
    else if ('token' in piece) taken.token = piece.token
    else if ('left' in piece) {
      tree.leave(piece.left.path)
      taken.left.push({ what: piece.left.path, why: piece.left.why.slice(0, MOST_REASON) })
      if (taken.left.length > MOST_LEFT) throw damaged('The tree', `more than ${MOST_LEFT} things in it cannot be kept`)
    } else {
      const entry = await tree.add(piece.entry)
      if (entry.type === 'file') file = openFile(entry, tree, writer)
    }
  }
  await file?.end()
  return taken
}

function openFile(entry: ManifestEntry, tree: TreeDraft, writer: ContentWriter) {
  return splitContent(async (content) => tree.fill(entry, { chunk: await writer.add(content), bytes: content.length }))
}
