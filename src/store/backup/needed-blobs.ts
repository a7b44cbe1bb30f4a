import type { TablePage } from './backup-tables.ts'

/** The keepers of content: the journal for long output, the states for everything else. */
export const KEEPERS = ['journal', 'states'] as const
export type Keeper = (typeof KEEPERS)[number]

/** The content that rows name. Takes a hundred bytes of memory for each blob, which is many times larger. */
export interface NeededBlobs extends Record<Keeper, Set<string>> {
  layers: Set<string>
}

export const noBlobs = (): NeededBlobs => ({ journal: new Set(), states: new Set(), layers: new Set() })

export const countBlobs = ({ journal, states, layers }: NeededBlobs): number => journal.size + states.size + layers.size

export function noteBlobs(needed: NeededBlobs, { table, rows }: TablePage): void {
  if (table === 'content') for (const { hash } of rows) needed.states.add(String(hash))
  if (table === 'document') for (const { kind, id } of rows) if (kind === 'layer') needed.layers.add(String(id))
  if (table !== 'event') return
  for (const { type, body } of rows) {
    if (type !== 'output.segment' && type !== 'file.written') continue
    const blob = blobOf(String(body))
    if (blob !== null) needed.journal.add(blob)
  }
}

/** The rows of a page without references to layers. */
export const withoutLayers = ({ table, rows }: TablePage): TablePage => ({
  table,
  rows: table === 'document' ? rows.filter(({ kind }) => kind !== 'layer') : rows,
})

/** An event with invalid JSON names no blob: the error shows when it is read. */
function blobOf(body: string): string | null {
  try {
    const event: unknown = JSON.parse(body)
    const blob = typeof event === 'object' && event !== null && 'blob' in event ? event.blob : null
    return typeof blob === 'string' ? blob : null
  } catch {
    return null
  }
}
