import type { StreamDraft } from '../contract/event.ts'
import type { Layers } from '../sandbox/layers.ts'
import type { DocumentRows, StoredDocument } from '../store/document/document-rows.ts'

/** The things that outlive an engine: documents, layers, and the list of living engines. */
export interface FakeHome {
  documents: DocumentRows
  layers: Layers & { contents: Map<string, Record<string, string>> }
  engines: Set<string>
  /** Events of changed documents, in order. */
  told: StreamDraft[]
}

export function createFakeHome(): FakeHome {
  const told: StreamDraft[] = []
  return { documents: fakeDocuments(told), layers: fakeLayers(), engines: new Set(), told }
}

let ids = 0

function fakeLayers(): FakeHome['layers'] {
  const contents = new Map<string, Record<string, string>>()
  return {
    contents,
    async add(archive) {
      const pieces: Uint8Array[] = []
      for await (const piece of archive) pieces.push(piece)
      const [id, whole] = [`lay${++ids}`, Buffer.concat(pieces)]
      contents.set(id, JSON.parse(whole.toString()))
      return { id, bytes: whole.length }
    },
    async merge(merged) {
      const id = `lay${++ids}`
      const all = Object.assign({}, ...merged.map((one) => contents.get(one)))
      contents.set(id, all)
      return { id, bytes: JSON.stringify(all).length }
    },
    async *read(id) {
      yield Buffer.from(JSON.stringify(contents.get(id)))
    },
    async put() {},
    directoryOf: (id) => `/${id}`,
    list: async () => [...contents.keys()],
    remove: async (id) => void contents.delete(id),
  }
}

function fakeDocuments(told: StreamDraft[]): DocumentRows {
  const rows = new Map<string, StoredDocument>()
  const copy = <T>(value: T): T => structuredClone(value)
  return {
    get: async (_kind, id) => copy(rows.get(id)),
    async insert(document, ...drafts) {
      if (rows.has(document.id)) return false
      rows.set(document.id, copy({ ...document, revision: 1 }))
      told.push(...copy(drafts))
      return true
    },
    async put({ id, revision, body }, ...drafts) {
      const row = rows.get(id)
      if (row?.revision !== revision) return false
      rows.set(id, copy({ ...row, revision: revision + 1, body }))
      told.push(...copy(drafts))
      return true
    },
    async delete(_kind, id, ...drafts) {
      if (rows.has(id)) told.push(...copy(drafts))
      return rows.delete(id)
    },
    async list({ kind, userId }) {
      const isMeant = (row: StoredDocument) => row.kind === kind && (userId === undefined || row.userId === userId)
      return copy([...rows.values()].filter(isMeant))
    },
  }
}
