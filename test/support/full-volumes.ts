import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineError } from '../../src/contract/errors.ts'
import { DATA, openVolumes } from '../../src/session/volume/with-volumes.fixture.ts'
import { openSqlite } from '../../src/store/database/sqlite.ts'

/**
 * Fills the small disk mounted at the first argument with files of a volume, reports the errors and the remaining files, makes
 * room and goes on. Prints one JSON object.
 */
const directory = process.argv[2] ?? ''
const filler = join(directory, 'filler')
const FILE_BYTES = 150_000
/** Content of a file: no two pieces are equal, and none can be compressed. */
const content = (n: number) =>
  Buffer.concat(Array.from({ length: FILE_BYTES / 32 }, (_, at) => hash('sha256', `${n} ${at}`, 'buffer')))
const attempt = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error) => (error instanceof EngineError ? error.code : String(error)),
  )

writeFileSync(filler, Buffer.alloc(500_000))
const store = await openSqlite({ file: join(directory, 'anneal.db') })
const { volumes, storedBlobs } = await openVolumes(store, directory)
await volumes.create(DATA.userId, { name: DATA.name })
const save = (n: number) => attempt(volumes.save(DATA, { path: `file-${n}`, content: one(content(n)) }))
async function* one(bytes: Uint8Array) {
  yield bytes
}
async function countWhole(): Promise<number> {
  const files = await volumes.files(DATA, { path: '', depth: 1 })
  let whole = 0
  for (const { path } of files) {
    const found: Uint8Array[] = []
    for await (const bytes of (await volumes.open(DATA, path)).content()) found.push(bytes)
    if (Buffer.concat(found).equals(content(Number(path.slice(5))))) whole++
  }
  return whole
}

let saved = 0
let answer = await save(0)
while (answer === 'ok') answer = await save(++saved)
const again = [await save(saved), await save(saved)]
const whileFull = { whole: await countWhole(), blobs: await storedBlobs(), again }
rmSync(filler)
const afterwards = { save: await save(saved), whole: await countWhole() }
await store.close()
process.stdout.write(JSON.stringify({ saved, answer, whileFull, afterwards }))
