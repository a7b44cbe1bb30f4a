import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { BackupProgress } from '../../contract/backup.ts'
import type { Blobs } from '../blob/blobs.ts'
import type { Store } from '../store.ts'
import { type BackupLayers, inPieces, pieceName } from './backup-layers.ts'
import { type BackupManifest, MANIFEST_NAME } from './backup-manifest.ts'
import { sealed } from './backup-seal.ts'
import type { TablePage } from './backup-tables.ts'
import { countBlobs, KEEPERS, type Keeper, noBlobs, noteBlobs, withoutLayers } from './needed-blobs.ts'
import { noProgress } from './no-progress.ts'

/** Rows of one table gather up to this many bytes before they become an entry. */
const ENTRY_BYTES = 1_048_576
const COMPRESSION_LEVEL = 3

export interface BackupParts {
  store: Store
  blobs: Record<Keeper, Blobs>
  /** Null leaves layers out. */
  layers: BackupLayers | null
}

export interface WriteBackupOptions extends BackupParts {
  madeAt: number
  madeBy: string
  onProgress(progress: BackupProgress): void
  signal: AbortSignal
}

interface Entry {
  name: string
  bytes: Uint8Array
}

/**
 * A whole backup as bytes of a file: tar in zstd, so that ordinary tools can look inside, and a seal. Rows are those of
 * one moment; their content is read afterwards, and the caller keeps it until then.
 */
export function writeBackup(options: WriteBackupOptions): AsyncIterable<Uint8Array> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  return sealed(pipeline(Readable.from(packed(entriesOf(options))), createZstdCompress({ params }), () => {}))
}

async function* entriesOf(options: WriteBackupOptions): AsyncGenerator<Entry> {
  const { store, blobs, layers, onProgress, signal } = options
  const progress: BackupProgress = noProgress()
  yield { name: MANIFEST_NAME, bytes: Buffer.from(JSON.stringify(await manifestOf(options), null, 2)) }
  const needed = noBlobs()
  const pages = changing(await store.backup.dump(), (all) => {
    signal.throwIfAborted()
    const page = layers ? all : withoutLayers(all)
    noteBlobs(needed, page)
    progress.rows += page.rows.length
    progress.layersLeftOut += all.rows.length - page.rows.length
    progress.objectsTotal = countBlobs(needed)
    onProgress({ ...progress })
    return page
  })
  yield* rowEntries(pages)
  progress.step = 'content'
  for (const keeper of KEEPERS) {
    for (const hash of needed[keeper]) {
      signal.throwIfAborted()
      const bytes = await blobs[keeper].get(hash)
      yield { name: `${keeper}/${hash}`, bytes }
      progress.objects += 1
      progress.bytes += bytes.length
      onProgress({ ...progress })
    }
  }
  if (!layers) return
  for (const id of needed.layers) {
    let number = 0
    for await (const bytes of inPieces(layers.read(id))) {
      signal.throwIfAborted()
      yield { name: pieceName(id, ++number), bytes }
      progress.bytes += bytes.length
      onProgress({ ...progress })
    }
    progress.objects += 1
    onProgress({ ...progress })
  }
}

async function manifestOf({ store, madeAt, madeBy }: WriteBackupOptions): Promise<BackupManifest> {
  return { format: 'anneal-backup', version: 1, madeAt, madeBy, migrations: await store.backup.migrations() }
}

async function* changing(
  pages: AsyncIterable<TablePage>,
  change: (page: TablePage) => TablePage,
): AsyncGenerator<TablePage> {
  for await (const page of pages) yield change(page)
}

/** `rows/000001.run.jsonl`: one row per line; a table may take many entries. */
async function* rowEntries(pages: AsyncIterable<TablePage>): AsyncGenerator<Entry> {
  let gathered: { table: string; lines: string[]; length: number } | undefined
  let number = 0
  const entry = ({ table, lines }: { table: string; lines: string[] }): Entry => {
    number += 1
    return { name: `rows/${String(number).padStart(6, '0')}.${table}.jsonl`, bytes: Buffer.from(lines.join('')) }
  }
  for await (const { table, rows } of pages) {
    if (gathered && gathered.table !== table) yield entry(gathered)
    if (gathered?.table !== table) gathered = { table, lines: [], length: 0 }
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`
      gathered.lines.push(line)
      gathered.length += line.length
      if (gathered.length < ENTRY_BYTES) continue
      yield entry(gathered)
      gathered = { table, lines: [], length: 0 }
    }
  }
  if (gathered) yield entry(gathered)
}

async function* packed(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const archive = pack()
  const filled = fill(archive, entries).catch((error) => archive.destroy(error as Error))
  try {
    yield* archive as AsyncIterable<Uint8Array>
  } finally {
    archive.destroy()
    await filled
  }
}

async function fill(archive: Pack, entries: AsyncIterable<Entry>) {
  for await (const { name, bytes } of entries) {
    await new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes.length, mode: 0o600 }
      const sink = archive.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.end(bytes)
    })
  }
  archive.finalize()
}
