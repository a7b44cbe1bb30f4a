import type { Kysely } from 'kysely'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

/** An open database, whichever it is. `where` names it in messages and holds no password. */
export interface Database {
  db: Kysely<Tables>
  kind: Store['kind']
  where: string
}
