import type { ReactNode } from 'react'
import { setQuery, usePlace } from '../route/router.ts'
import { TabList } from './tab-list.tsx'

export interface TabEntry {
  id: string
  name: string
  draw(): ReactNode
}

/** Views of one page; the chosen one stands in the address. */
export function Tabs({ name = 'view', label, entries }: { name?: string; label: string; entries: TabEntry[] }) {
  const { query } = usePlace()
  const chosen = entries.find(({ id }) => id === query.get(name)) ?? entries[0]
  return (
    <>
      <TabList label={label} tabs={entries} chosen={chosen?.id} onChoose={(id) => setQuery({ [name]: id })} />
      {chosen?.draw()}
    </>
  )
}
