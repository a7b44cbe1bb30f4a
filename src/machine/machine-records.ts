import { EngineError } from '../contract/errors.ts'
import type { DocumentRows, StoredDocument } from '../store/document/document-rows.ts'
import type { LeaseRows } from '../store/lease/lease-rows.ts'
import { type MachineEndReason, machineDrafts } from './machine-drafts.ts'
import { bootLayers, type MachineRecord } from './machine-record.ts'
import { openRecord, type Seal, sealRecord } from './sealed-record.ts'

export interface MachineRecordsParts {
  documents: DocumentRows
  leases: Pick<LeaseRows, 'living'>
  engineId: string
  seal: Seal
  clock(): number
}

/** Machines as the store knows them; every change tells an event, in the same transaction. */
export interface MachineRecords {
  insert(record: MachineRecord): Promise<void>
  /** Problems are reported with the change. Throws MACHINE_NOT_FOUND when another engine took it or removed it. */
  save(record: MachineRecord, problems?: readonly string[]): Promise<void>
  remove(id: string, reason: MachineEndReason): Promise<void>
  /** Machines that no living engine (this one included) has: paused without memory, or left by a dead engine. */
  free(filter: { userId?: string }): Promise<MachineRecord[]>
  layersInUse(): Promise<string[]>
}

const KIND = 'machine'

export function createMachineRecords({
  documents,
  leases,
  engineId,
  seal,
  clock,
}: MachineRecordsParts): MachineRecords {
  /** Machines of this engine, as they were last seen or written. */
  const known = new Map<string, { revision: number; record: MachineRecord }>()
  /** Removed machines, kept during a search for free ones: a list may be older than the removal. */
  const removed = new Set<string>()
  let looks = 0
  const recordOf = ({ body }: StoredDocument) => openRecord(seal, body)
  return {
    async insert(record) {
      const { id, userId, startedAtMs } = record.info
      const body = sealRecord(seal, record)
      const created = machineDrafts.created(record, clock())
      const isNew = await documents.insert({ kind: KIND, id, userId, createdAtMs: startedAtMs, body }, ...created)
      if (!isNew) throw new Error(`the id ${id} was given twice`)
      known.set(id, { revision: 1, record })
    },
    async save(record, problems = []) {
      const { id } = record.info
      const { revision, record: before } = known.get(id) ?? { revision: 0, record }
      const told = machineDrafts.saved({ before, record, problems, at: clock() })
      const isSaved = await documents.put({ kind: KIND, id, revision, body: sealRecord(seal, record) }, ...told)
      if (!isSaved) throw new EngineError('MACHINE_NOT_FOUND', { machineId: id })
      known.set(id, { revision: revision + 1, record })
    },
    async remove(id, reason) {
      const { record } = known.get(id) ?? {}
      await documents.delete(KIND, id, ...(record ? [machineDrafts.ended(record, reason, clock())] : []))
      known.delete(id)
      if (looks > 0) removed.add(id)
    },
    async free(filter) {
      looks++
      try {
        const found = await documents.list({ kind: KIND, ...filter })
        if (found.every(({ id }) => known.has(id))) return []
        const living = new Set([engineId, ...(await leases.living(clock()))])
        const isFree = (document: StoredDocument) => !living.has(recordOf(document).engineId ?? '')
        const free = found.filter((one) => !known.has(one.id) && !removed.has(one.id) && isFree(one))
        return free.map((document) => {
          const record = recordOf(document)
          known.set(document.id, { revision: document.revision, record })
          return withoutMemory(record)
        })
      } finally {
        if (--looks === 0) removed.clear()
      }
    },
    async layersInUse() {
      return (await documents.list({ kind: KIND })).flatMap((document) => bootLayers(recordOf(document)))
    },
  }
}

const withoutMemory = (record: MachineRecord): MachineRecord => ({
  ...record,
  info: { ...record.info, hasMemory: false },
  engineId: null,
})
