import { mkdir } from 'node:fs/promises'
import type { Config } from '../config/settings.ts'
import type { Health, HostCheck } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import type { Part } from '../contract/part.ts'
import { createJournal, type Journal } from '../store/event/journal.ts'
import type { Store } from '../store/store.ts'
import { openJournalBlobs } from './open-journal-blobs.ts'
import { openStore } from './open-store.ts'

export interface StoreNeeds {
  config: Config
  clock(): number
  /** Hides secrets in what is stored. */
  mask(json: string): string
}

export interface StoreApi {
  store: Store
  journal: Journal
}

/** Everything that lasts, with the stream of what happens. */
export async function storePart({ config, clock, mask }: StoreNeeds): Promise<Part<StoreApi>> {
  const { home } = config
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new EngineError('STORE_DAMAGED', { where: home, reason: error.message }, { cause: error })
  })
  const store = await openStore(config)
  const journal = createJournal({ rows: store.events, blobs: await openJournalBlobs(config), clock, mask })
  const name = `store (${store.kind})`
  const trouble = (): Promise<EngineError | undefined> =>
    store.ping().then(
      () => undefined,
      (error) => {
        if (error instanceof EngineError) return error
        throw error
      },
    )
  return {
    api: { store, journal },
    async health(): Promise<Health['components']> {
      const error = await trouble()
      return { store: error ? { status: 'down', detail: error.code } : { status: 'ok', detail: 'answers' } }
    },
    async hostChecks(): Promise<HostCheck[]> {
      const error = await trouble()
      if (error) return [{ name, ok: false, detail: error.message, remedy: error.hint }]
      return [{ name, ok: true, detail: store.kind === 'sqlite' ? home : 'answers' }]
    },
    close: store.close,
  }
}
