import { EngineError } from '../../contract/errors.ts'
import { type BackupLayers, layerOf, pieceName } from './backup-layers.ts'
import type { LookAhead } from './look-ahead.ts'

export interface LayerRestore {
  id: string
  /** Entries whose next one is the first piece. */
  entries: LookAhead<{ name: string; bytes: Uint8Array }>
  layers: BackupLayers
  onBytes(bytes: number): void
}

/** Restores one layer from all its pieces and nothing else. */
export async function restoreLayer({ id, entries, layers, onBytes }: LayerRestore): Promise<void> {
  let broken: unknown
  await layers.put(id, archive()).catch((error) => {
    // For a cut archive tar only reports a missing end, whatever the reason.
    if (broken !== undefined) throw broken
    if (!(error instanceof EngineError) || error.code !== 'SANDBOX_FULL') throw error
    throw refused(`layer ${id} cannot be unpacked: ${error.message}`, error)
  })
  if (layerOf((await entries.peek())?.name ?? '') === id) throw refused(`layer ${id} has more than its archive`)

  async function* archive() {
    for (let number = 1; ; number++) {
      const entry = await entries.peek()
      if (!entry || layerOf(entry.name) !== id) return
      if (entry.name !== pieceName(id, number)) {
        broken = refused(`layer ${id} is not in order at ${JSON.stringify(entry.name.slice(0, 100))}`)
        throw broken
      }
      entries.take()
      onBytes(entry.bytes.length)
      yield entry.bytes
    }
  }
}

const refused = (reason: string, cause?: unknown) => new EngineError('BACKUP_REFUSED', { reason }, { cause })
