import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'

/** A second connection to the database of a home: it makes faults for the engine to meet. */
export function changeDatabase(home: string, statement: string): void {
  const database = new SqliteFile(join(home, 'anneal.db'), { timeout: 5000 })
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}

/** Makes the database refuse events of this type from now on. */
export const refuseEvents = (home: string, type: string): void =>
  changeDatabase(
    home,
    `create trigger fault before insert on event when new.type = '${type}' begin select raise(abort, 'broken on purpose'); end`,
  )

export const mend = (home: string): void => changeDatabase(home, 'drop trigger fault')

/** Overwrites the files of an open database, as a failing disk would; the function given back restores the bytes. */
export async function damageDatabase(home: string): Promise<() => Promise<void>> {
  const files = ['anneal.db', 'anneal.db-wal', 'anneal.db-shm'].map((name) => join(home, name))
  const saved = await Promise.all(files.map((file) => readFile(file)))
  const overwrite = async (contents: Buffer[]) => {
    for (const [index, file] of files.entries()) {
      await using handle = await open(file, 'r+')
      await handle.writeFile(contents[index] ?? '')
    }
  }
  await overwrite(saved.map((bytes, index) => Buffer.alloc(bytes.length, index === 2 ? 0 : 0x5a)))
  return () => overwrite(saved)
}
