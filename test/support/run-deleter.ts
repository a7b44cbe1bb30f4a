import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createRunDeletion } from '../../src/capability/retention/delete-runs.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import { openSqlite } from '../../src/store/database/sqlite.ts'

/** Started by a byte of input, deletes all runs of a user until it is killed, and prints the id of each deleted one. */
const [directory = '', userId = ''] = process.argv.slice(2)
// This process is killed and never reaches its end, so the cache is flushed now.
flushCompileCache()
// The input ends instead of bringing a byte: the test is gone.
if (readSync(0, Buffer.alloc(1)) === 0) process.exit()
const store = await openSqlite({ file: join(directory, 'anneal.db') })
const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })
const deletion = createRunDeletion({
  ...{ rows: store.retention, outputs: store.outputs, removeOutput: blobs.remove, clock: Date.now },
})
writeSync(1, 'begun\n')
// Another process releases meanwhile, like a sweep.
setInterval(() => void deletion.release(), 1)
for await (const { runId } of deletion.runsOf(userId)) {
  await deletion.remove(runId, 'asked')
  await deletion.release()
  writeSync(1, `${runId}\n`)
}
