import type { StreamDraft } from '../../contract/event.ts'

/** Something small that lasts, as JSON; whoever keeps it under a kind of its own knows what is in it. */
export interface StoredDocument {
  kind: string
  /** Unique within its kind. */
  id: string
  userId: string
  createdAtMs: number
  /** 1 when it is new; one more with every change. */
  revision: number
  body: unknown
}

/** Documents of all kinds; what is told of a change is stored with it, or not at all. Nobody's change is lost to another's: a change names the revision that it was made from. */
export interface DocumentRows {
  get(kind: string, id: string): Promise<StoredDocument | undefined>
  /** False when there is one with this id, whoever it belongs to; nothing is changed then. */
  insert(document: Omit<StoredDocument, 'revision'>, ...told: StreamDraft[]): Promise<boolean>
  /** False when somebody else was faster, or removed it: nothing is changed then. */
  put(change: Pick<StoredDocument, 'kind' | 'id' | 'revision' | 'body'>, ...told: StreamDraft[]): Promise<boolean>
  /** Whether there was one. */
  delete(kind: string, id: string, ...told: StreamDraft[]): Promise<boolean>
  /** The oldest first. */
  list(filter: { kind: string; userId?: string }): Promise<StoredDocument[]>
}
