import type { Generated, Kysely } from 'kysely'
import type { StreamEvent } from '../../contract/event.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Tables of every database, before any migration. */
export type MigratedTables = {
  migration: { name: string; applied_at: Generated<string> }
}

export type ToldListener = (events: readonly StreamEvent[]) => void

/** An open database of either kind. `where` names it in messages without its password. */
export interface Database<Tables> {
  db: Kysely<Tables>
  kind: DatabaseKind
  where: string
  /** A consistent view of one moment, however long it is read and whoever writes meanwhile. */
  snapshot(): Promise<{ db: Kysely<Tables>; close(): Promise<void> }>
  /** Resolves when everything committed before is safe from a power cut; absent where a commit already means that. */
  synced?(): Promise<void>
  /** Whether another connection has written since the last call; absent where only reading would tell. */
  writtenElsewhere?(): boolean
  /** Called with every event that a change of rows told. */
  listeners?: Set<ToldListener>
  /** Hides known secrets in the JSON of an event; absent where none are known. */
  mask?(json: string): string
  /** Closes everything beside the connection itself. */
  close?(): Promise<void>
}
