import type { ReactNode } from 'react'
import { setQuery, usePlace } from '../route/router.ts'

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
      <div className="tabs" role="tablist" aria-label={label}>
        {entries.map(({ id, name: word }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === chosen?.id}
            onClick={() => setQuery({ [name]: id })}
          >
            {word}
          </button>
        ))}
      </div>
      {chosen?.draw()}
    </>
  )
}
