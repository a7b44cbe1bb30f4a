import { access } from 'node:fs/promises'
import type { HostCheck } from '../contract/api.ts'
import { isInstalled } from '../sandbox/host/package-copy.ts'

export interface LanguageRow {
  id: string
  requires: string | null
  package: string
  packages?: { names: string[] }
  isExpected: boolean
}

/** Whether programs of a language can run on this host, and how to add it where they cannot. */
export async function languageCheck(row: LanguageRow): Promise<HostCheck> {
  const name = `language ${row.id}`
  const missing = row.packages?.names.find((one) => !isInstalled(one))
  if (missing) return { name, ok: true, kind: 'absent', detail: `not on this host; to add it: npm install ${missing}` }
  if (row.requires === null) return { name, ok: true, detail: 'brought by the engine' }
  const found = await access(row.requires).then(
    () => true,
    () => false,
  )
  if (found) return { name, ok: true, detail: row.requires }
  const install = `apt-get install -y ${row.package}`
  if (!row.isExpected) return { name, ok: true, kind: 'absent', detail: `not on this host; to add it: ${install}` }
  return { name, ok: false, detail: `${row.requires} is missing`, remedy: install }
}
