import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'

/** A second hand on the database of a home: faults that the engine meets are made with it. */
export function changeDatabase(home: string, statement: string): void {
  const database = new SqliteFile(join(home, 'anneal.db'), { timeout: 5000 })
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}

/** From now on no event of this type can be stored. */
export const refuseEvents = (home: string, type: string): void =>
  changeDatabase(
    home,
    `create trigger fault before insert on event when new.type = '${type}' begin select raise(abort, 'broken on purpose'); end`,
  )

export const mend = (home: string): void => changeDatabase(home, 'drop trigger fault')
