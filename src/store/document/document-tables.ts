export type DocumentTables = { document: DocumentTable }

export interface DocumentTable {
  kind: string
  id: string
  user_id: string
  created_at: number
  revision: number
  /** JSON. */
  body: string
}
