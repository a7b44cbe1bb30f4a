import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import type { OpenStore } from '../../src/store/in-store.ts'
import { type Acknowledged, writerBatches, writerContent, writerRun } from './writer-items.ts'

/**
 * Starts at a byte of input, writes events and content until it is killed, and prints a line for each item after its promise
 * has resolved.
 */
const [place = '', directory = '', roundText] = process.argv.slice(2)
const round = Number(roundText)
const open = await loadStore()
// The cache is flushed now: this process is killed and never reaches its end.
flushCompileCache()
// An end of input instead of a byte: the test is gone.
if (readSync(0, Buffer.alloc(1)) === 0) process.exit()
const store = await open()
const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })
await Promise.all([writeRuns(), writeContent()])

/** Loads only the needed database: loading both would take most of the time of the test. */
async function loadStore(): Promise<OpenStore> {
  if (place.startsWith('postgres:')) {
    const { openPostgres } = await import('../../src/store/database/postgres.ts')
    return () => openPostgres({ url: place })
  }
  const { openSqlite } = await import('../../src/store/database/sqlite.ts')
  return () => openSqlite({ file: place })
}

async function writeRuns(): Promise<never> {
  for (let number = 0; ; number++) {
    const run = writerRun(round, number)
    await store.runs.create(run)
    acknowledge({ run: number, batches: 0 })
    for (const [index, batch] of writerBatches(run).entries()) {
      await store.events.append(batch)
      acknowledge({ run: number, batches: index + 1 })
    }
  }
}

async function writeContent(): Promise<never> {
  for (let number = 0; ; number++) {
    const hash = await blobs.put(writerContent(round, number))
    acknowledge({ content: number, hash })
  }
}

/**
 * Writes straight to the descriptor: the line is out when the call returns, and nothing is buffered when the process is killed.
 * Should the test die first, the closed pipe ends this process.
 */
function acknowledge(item: Acknowledged) {
  writeSync(1, `${JSON.stringify(item)}\n`)
}
