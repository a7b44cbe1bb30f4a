import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeys } from '../access/keys.ts'
import { createKnownKeys } from '../access/known-keys.ts'
import { createMask, passwordIn } from '../access/mask.ts'
import { createTextMask } from '../access/text-mask.ts'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { IdPrefix } from '../contract/id.ts'
import { createLogger, type LoggerOptions } from '../observe/logger.ts'
import { createFileBlobs } from '../store/blob/file-blobs.ts'
import { createJournal } from '../store/event/journal.ts'
import { openStore } from './open-store.ts'
import { openVault } from './open-vault.ts'

export interface FoundationParts {
  config: Config
  clock(): number
  newId(prefix: IdPrefix): string
  /** Keys accepted beside the stored ones. */
  extraKeys: string[]
  logs: LoggerOptions['destination'] | undefined
}

/** What everything else stands on: logs, the store, the journal, the keys and the vault. */
export async function openFoundation({ config, clock, newId, extraKeys, logs }: FoundationParts) {
  const { apiKey, modelKey, s3Secret, e2bApiKey } = config
  const secrets = [apiKey, passwordIn(config.databaseUrl), modelKey, s3Secret, e2bApiKey].filter(Boolean)
  const known = createKnownKeys()
  const mask = createMask(secrets, known)
  const logger = createLogger({ level: config.logLevel, mask, ...(logs && { destination: logs }) })
  await mkdir(config.home, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new EngineError('STORE_DAMAGED', { where: config.home, reason: error.message }, { cause: error })
  })
  const store = await openStore(config, mask)
  const blobs = await createFileBlobs({ directory: join(config.home, 'blobs'), limitBytes: config.blobBytes })
  const journal = createJournal({ rows: store.events, outputs: store.outputs, runs: store.runs, blobs, clock, mask })
  const keys = createKeys({
    rows: store.keys,
    clock,
    randomBytes,
    newId: () => newId('key'),
    configured: [config.apiKey, ...extraKeys].filter(Boolean),
    known,
  })
  await keys.learn()
  const { machineSeal, ...vault } = await openVault({ home: config.home, store, newId, clock })
  return { newMask: () => createTextMask(secrets, known), logger, store, blobs, journal, keys, vault, machineSeal }
}
