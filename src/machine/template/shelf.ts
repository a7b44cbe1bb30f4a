import type { DocumentRows, StoredDocument } from '../../store/document/document-rows.ts'

type Owned = { id: string; userId: string; createdAtMs: number }

/** Documents of one kind, as what they are. */
export interface Shelf<Item extends Owned> {
  get(id: string): Promise<Item | undefined>
  /** False when there is one already. */
  insert(item: Item): Promise<boolean>
  /** Undefined when it is gone. A change may be asked for again, when somebody else was faster. */
  change(id: string, change: (item: Item) => Item): Promise<Item | undefined>
  delete(id: string): Promise<boolean>
  /** The oldest first. */
  list(userId?: string): Promise<Item[]>
}

export function createShelf<Item extends Owned>(documents: DocumentRows, kind: string): Shelf<Item> {
  return {
    async get(id) {
      const found = await documents.get(kind, id)
      return found && itemOf<Item>(found)
    },
    insert: (item) => documents.insert({ kind, ...placeOf(item), body: item }),
    async change(id, change) {
      for (;;) {
        const found = await documents.get(kind, id)
        if (!found) return undefined
        const item = change(itemOf<Item>(found))
        if (await documents.put({ kind, id, revision: found.revision, body: item })) return item
      }
    },
    delete: (id) => documents.delete(kind, id),
    async list(userId) {
      return (await documents.list({ kind, ...(userId !== undefined && { userId }) })).map(itemOf<Item>)
    },
  }
}

const placeOf = ({ id, userId, createdAtMs }: Owned) => ({ id, userId, createdAtMs })

const itemOf = <Item>({ body }: StoredDocument): Item => body as Item
