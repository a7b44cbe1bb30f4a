import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import type { BackupProgress } from '../../contract/backup.ts'
import { EngineError, problemsOf } from '../../contract/errors.ts'
import { layerOf } from './backup-layers.ts'
import { type BackupManifest, backupManifest, MANIFEST_NAME } from './backup-manifest.ts'
import type { TablePage } from './backup-tables.ts'
import { isBackupTable } from './backup-tables.ts'
import { type LookAhead, lookAhead } from './look-ahead.ts'
import {
  countBlobs,
  KEEPERS,
  type Keeper,
  type NeededBlobs,
  noBlobs,
  noteBlobs,
  withoutLayers,
} from './needed-blobs.ts'
import { noProgress } from './no-progress.ts'
import { restoreLayer } from './restore-layer.ts'
import type { BackupParts } from './write-backup.ts'

/** Most bytes of one entry: the largest blob that can be configured. */
const MOST_ENTRY_BYTES = 1_073_741_824

export interface RestoreOptions extends BackupParts {
  file: string
  /** The place where its seal begins. */
  contentBytes: number
  onProgress(progress: BackupProgress): void
  signal: AbortSignal
}

/**
 * Fills an empty store and its keepers of content. The rows are written in one transaction, which ends when all content
 * that they name is in its place. A file with a valid seal may still be hostile: all of it is checked.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { store } = options
  const entries = entriesOf(options)
  try {
    const manifest = manifestOf((await entries.next()).value as Entry | undefined)
    const known = await store.backup.migrations()
    const unknown = manifest.migrations.find((name) => !known.includes(name))
    if (unknown !== undefined) throw refused(`a newer version of Anneal (${manifest.madeBy}) has made it`)
    await store.backup.fill(pagesOf(entries, options))
    return manifest
  } finally {
    await entries.return(undefined)
  }
}

interface Entry {
  name: string
  bytes: Buffer
}

const refused = (reason: string, cause?: unknown) => new EngineError('BACKUP_REFUSED', { reason }, { cause })

async function* entriesOf({ file, contentBytes }: RestoreOptions): AsyncGenerator<Entry> {
  const archive = extract()
  const compressed = createReadStream(file, { end: contentBytes - 1 })
  pipeline(compressed, createZstdDecompress(), archive as unknown as NodeJS.WritableStream, () => {})
  try {
    for await (const entry of archive) {
      const { name, size = 0, type } = entry.header
      if (type !== 'file' || size > MOST_ENTRY_BYTES)
        throw refused(`it has an entry ${name} of type ${type}, ${size} bytes`)
      const pieces: Uint8Array[] = []
      for await (const piece of entry) pieces.push(piece as Uint8Array)
      yield { name, bytes: Buffer.concat(pieces) }
    }
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw refused((error as Error).message, error)
  } finally {
    archive.destroy()
  }
}

function manifestOf(entry: Entry | undefined): BackupManifest {
  if (entry?.name !== MANIFEST_NAME) throw refused('it does not begin with a manifest')
  const parsed = backupManifest.safeParse(parsedJson(entry.bytes.toString(), MANIFEST_NAME))
  if (!parsed.success) throw refused(problemsOf(parsed.error, MANIFEST_NAME).join(', '))
  return parsed.data
}

async function* pagesOf(entries: AsyncIterator<Entry>, options: RestoreOptions): AsyncGenerator<TablePage> {
  const { layers, onProgress, signal } = options
  const needed = noBlobs()
  const progress = noProgress()
  const ahead = lookAhead(entries)
  for (let entry = await ahead.peek(); entry; entry = await ahead.peek()) {
    signal.throwIfAborted()
    const table = /^rows\/\d+\.(\w+)\.jsonl$/.exec(entry.name)?.[1]
    if (!layers && layerOf(entry.name) !== undefined) {
      ahead.take()
    } else if (table === undefined) {
      progress.step = 'content'
      await restoreContent(ahead, { ...options, needed, progress, entry })
      progress.objects += 1
    } else {
      ahead.take()
      const all = pageOf(table, entry.bytes.toString())
      const page = layers ? all : withoutLayers(all)
      progress.layersLeftOut += all.rows.length - page.rows.length
      noteBlobs(needed, page)
      progress.rows += page.rows.length
      progress.objectsTotal = countBlobs(needed)
      yield page
    }
    onProgress({ ...progress })
  }
  const missing = countBlobs(needed)
  if (missing > 0) throw refused(`content is missing from it: ${missing} pieces`)
}

type ContentRestore = RestoreOptions & { needed: NeededBlobs; progress: BackupProgress; entry: Entry }

async function restoreContent(ahead: LookAhead<Entry>, content: ContentRestore): Promise<void> {
  const { blobs, layers, needed, progress, onProgress, signal, entry } = content
  const onBytes = (bytes: number) => {
    signal.throwIfAborted()
    progress.bytes += bytes
    onProgress({ ...progress })
  }
  const id = layerOf(entry.name)
  if (id !== undefined && layers) {
    if (!needed.layers.delete(id)) throw unneeded(entry)
    return restoreLayer({ id, entries: ahead, layers, onBytes })
  }
  const keeper = keeperOf(entry, needed)
  ahead.take()
  const hash = await blobs[keeper].put(entry.bytes)
  if (`${keeper}/${hash}` !== entry.name) throw refused(`${entry.name} does not match its checksum`)
  needed[keeper].delete(hash)
  progress.bytes += entry.bytes.length
}

function keeperOf(entry: Entry, needed: NeededBlobs): Keeper {
  const { name } = entry
  const keeper = KEEPERS.find((known) => name.startsWith(`${known}/`))
  if (keeper && needed[keeper].has(name.slice(keeper.length + 1))) return keeper
  throw unneeded(entry)
}

const unneeded = ({ name }: Entry) =>
  refused(`it has an entry that nothing needs: ${JSON.stringify(name.slice(0, 100))}`)

function pageOf(table: string, text: string): TablePage {
  if (!isBackupTable(table)) throw refused(`it has a table ${table}`)
  const lines = text.split('\n').filter(Boolean)
  const rows = lines.map((line) => parsedJson(line, `a row of ${table}`))
  const isRow = (row: unknown): row is TablePage['rows'][number] => typeof row === 'object' && row !== null
  if (!rows.every(isRow)) throw refused(`a row of ${table} is none`)
  return { table, rows }
}

function parsedJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refused(`${what} is not valid JSON`, cause)
  }
}
