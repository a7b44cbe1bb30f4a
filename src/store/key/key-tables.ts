export type KeyTables = { api_key: KeyTable }

export interface KeyTable {
  id: string
  hash: string
  user_id: string
  admin: number
  label: string
  start: string
  created_at: number
  revoked_at: number | null
}
