import type { StreamDraft } from '../../contract/event.ts'
import type { DocumentRows, StoredDocument } from '../../store/document/document-rows.ts'

type Owned = { id: string; userId: string; createdAtMs: number }

/** Stored documents of one kind, with their type. */
export interface Shelf<Item extends Owned> {
  get(id: string): Promise<Item | undefined>
  /** False when an item of this id exists already. */
  insert(item: Item): Promise<boolean>
  /** Undefined when the item is gone. The change is computed again when another writer was faster. */
  change(id: string, change: (item: Item) => Item): Promise<Item | undefined>
  delete(id: string): Promise<boolean>
  /** The oldest first. */
  list(userId?: string): Promise<Item[]>
}

/** The events of a change of an item. */
export type Drafts<Item> = (change: { before?: Item; after?: Item; at: number }) => StreamDraft[]

export interface ShelfParts<Item> {
  documents: DocumentRows
  kind: string
  clock(): number
  /** Without drafts no event is stored. */
  drafts?: Drafts<Item>
}

export function createShelf<Item extends Owned>(parts: ShelfParts<Item>): Shelf<Item> {
  const { documents, kind } = parts
  const told = (change: { before?: Item; after?: Item }) => parts.drafts?.({ ...change, at: parts.clock() }) ?? []
  return {
    async get(id) {
      const found = await documents.get(kind, id)
      return found && itemOf<Item>(found)
    },
    insert: (item) => documents.insert({ kind, ...placeOf(item), body: item }, ...told({ after: item })),
    async change(id, change) {
      for (;;) {
        const found = await documents.get(kind, id)
        if (!found) return undefined
        const before = itemOf<Item>(found)
        const after = change(before)
        const next = { kind, id, revision: found.revision, body: after }
        if (await documents.put(next, ...told({ before, after }))) return after
      }
    },
    async delete(id) {
      const found = parts.drafts && (await documents.get(kind, id))
      return documents.delete(kind, id, ...(found ? told({ before: itemOf<Item>(found) }) : []))
    },
    async list(userId) {
      return (await documents.list({ kind, ...(userId !== undefined && { userId }) })).map(itemOf<Item>)
    },
  }
}

const placeOf = ({ id, userId, createdAtMs }: Owned) => ({ id, userId, createdAtMs })

const itemOf = <Item>({ body }: StoredDocument): Item => body as Item
