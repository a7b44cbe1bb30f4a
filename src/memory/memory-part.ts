import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { Store } from '../store/store.ts'
import { createInspectionCache, type InspectionCacheParts } from './inspection-cache.ts'
import { openStrategyRecord, type StrategyRecord } from './strategy-record.ts'

export interface MemoryNeeds extends Pick<Ground, 'clock' | 'onTrouble'>, Pick<InspectionCacheParts, 'onLook'> {
  store: Pick<Store, 'outcomes' | 'inspections'>
}

export interface MemoryApi {
  /** Counts which strategies were right about which failures. */
  record: StrategyRecord
  /** Readings of programs, by content. */
  inspections: { get(key: string): Promise<string | undefined>; put(key: string, body: string): void }
}

/** Opens everything that is learnt from runs. */
export async function memoryPart({ store, ...parts }: MemoryNeeds): Promise<Part<MemoryApi>> {
  const record = await openStrategyRecord({ ...parts, rows: store.outcomes })
  const inspections = createInspectionCache({ ...parts, rows: store.inspections })
  const close = async () => void (await Promise.all([record.close(), inspections.close()]))
  return { api: { record, inspections }, close }
}
