import { mkdir } from 'node:fs/promises'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { Part } from '../contract/part.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import { createJournal, type Journal } from '../store/event/journal.ts'
import type { Store } from '../store/store.ts'
import { openJournalBlobs } from './open-journal-blobs.ts'
import { openStore } from './open-store.ts'

export interface StoreNeeds {
  config: Config
  clock(): number
  /** Hides secrets before JSON is stored. */
  mask(json: string): string
}

export interface StoreApi {
  store: Store
  journal: Journal
  /** Output that is too long for the rows of the journal. */
  blobs: Blobs
}

/** Opens everything that lasts, with the journal of events. */
export async function storePart({ config, clock, mask }: StoreNeeds): Promise<Part<StoreApi>> {
  const { home } = config
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new EngineError('STORE_DAMAGED', { where: home, reason: error.message }, { cause: error })
  })
  const store = await openStore(config, mask)
  const blobs = await openJournalBlobs(config)
  const { events: rows, outputs, runs } = store
  const journal = createJournal({ rows, outputs, runs, blobs, clock, mask })
  const name = `store (${store.kind})`
  return {
    api: { store, blobs, journal },
    async health() {
      const error = await troubleOf(store)
      return { store: error ? { status: 'down', detail: error.code } : { status: 'ok', detail: 'answers' } }
    },
    async hostChecks() {
      const error = await troubleOf(store)
      if (error) return [{ name, ok: false, detail: error.message, remedy: error.hint }]
      return [{ name, ok: true, detail: store.kind === 'sqlite' ? home : 'answers' }]
    },
    close: store.close,
  }
}

async function troubleOf(store: Store): Promise<EngineError | undefined> {
  try {
    await store.ping()
    return undefined
  } catch (error) {
    if (error instanceof EngineError) return error
    throw error
  }
}
