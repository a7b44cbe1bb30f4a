import type { Generated, Kysely } from 'kysely'
import type { StreamEvent } from '../../contract/event.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Of every database, before it has anything else. */
export type MigratedTables = {
  migration: { name: string; applied_at: Generated<string> }
}

export type ToldListener = (events: readonly StreamEvent[]) => void

/** An open database, whichever it is. `where` names it in messages and holds no password. */
export interface Database<Tables> {
  db: Kysely<Tables>
  kind: DatabaseKind
  where: string
  /** Everything as it is at one moment, however long it is read and whoever writes meanwhile. */
  snapshot(): Promise<{ db: Kysely<Tables>; close(): Promise<void> }>
  /** Resolves when everything that was committed before is there after a power cut too; absent where a commit means that. */
  synced?(): Promise<void>
  /** Whether another connection has written since this was last asked; absent where only reading would tell. */
  writtenElsewhere?(): boolean
  /** Told of every event that a change of rows brought with it. */
  listeners?: Set<ToldListener>
  /** Hides known secrets in the JSON of an event; absent where none are known. */
  mask?(json: string): string
  /** Beside the connection itself. */
  close?(): Promise<void>
}
