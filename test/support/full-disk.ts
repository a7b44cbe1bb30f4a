import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineError } from '../../src/contract/errors.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import { openSqlite } from '../../src/store/database/sqlite.ts'
import { createRun } from '../../src/store/in-store.ts'
import { outputSegment } from '../../src/store/run/sample-run.ts'
import type { Store } from '../../src/store/store.ts'

/**
 * Fills the small disk mounted at the first argument, reports the store's errors and its remaining data, makes room, goes on,
 * and at last finds the disk read-only. Prints one JSON object.
 */
const directory = process.argv[2] ?? ''
const file = join(directory, 'anneal.db')
const filler = join(directory, 'filler')
const content = (seq: number) => Buffer.alloc(20_000, `content ${seq} `)
const attempt = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error) => (error instanceof EngineError ? `${error.code}: ${error.message}` : String(error)),
  )

writeFileSync(filler, Buffer.alloc(500_000))
const store = await openSqlite({ file })
const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })
const run = await createRun(store)
const entry = (seq: number) => ({ ...outputSegment(run, seq, seq), deltas: content(seq).toString() })
const hashes = [await blobs.put(content(0))]

let acknowledged = 0
let appended = 'ok'
while (appended === 'ok') {
  appended = await attempt(store.events.append([entry(acknowledged + 1)]))
  if (appended === 'ok') acknowledged++
}
let put = 'ok'
for (let seq = 1; put === 'ok'; seq++) {
  put = await attempt(blobs.put(content(seq)).then((hash) => hashes.push(hash)))
}

async function countReadable(from: Store) {
  const entries = await from.events.read(run.runId, 0)
  const equal = entries.filter((found, index) => JSON.stringify(found) === JSON.stringify(entry(index + 1)))
  const contents = await Promise.all(hashes.map((hash) => blobs.get(hash)))
  return { events: equal.length, contents: contents.filter((bytes, seq) => content(seq).equals(bytes)).length }
}
const whileFull = { readable: await countReadable(store), ping: await attempt(store.ping()) }

rmSync(filler)
const afterwards = {
  append: await attempt(store.events.append([entry(acknowledged + 1)])),
  put: await attempt(blobs.put(content(1000))),
  readable: await countReadable(store),
}
await store.close()
const again = await openSqlite({ file })
const reopened = await countReadable(again)
await again.close()

execFileSync('sh', ['-c', 'mount -o remount,bind,ro "$1"', 'sh', directory])
const readOnly = {
  store: await attempt(openSqlite({ file })),
  blobs: await attempt(createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })),
  newStore: await attempt(openSqlite({ file: join(directory, 'new', 'anneal.db') })),
}
process.stdout.write(
  JSON.stringify({ acknowledged, stored: hashes.length, appended, put, whileFull, afterwards, reopened, readOnly }),
)
