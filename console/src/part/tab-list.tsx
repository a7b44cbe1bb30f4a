import type { KeyboardEvent, ReactNode } from 'react'

interface TabListProps {
  label: string
  tabs: readonly { id: string; name: ReactNode }[]
  chosen: string | undefined
  onChoose(id: string): void
  className?: string
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs as one stop of the Tab key; arrows go from one to the next. */
export function TabList({ label, tabs, chosen, onChoose, className = '' }: TabListProps) {
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = STEPS[event.key]?.(
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length - 1,
    )
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || !next) return
    event.preventDefault()
    onChoose(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div className={`tabs ${className}`} role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
