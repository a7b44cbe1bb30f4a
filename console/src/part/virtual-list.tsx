import { type ReactNode, useEffect, useRef } from 'react'
import { useWindow } from './use-window.ts'

export interface VirtualListProps {
  count: number
  rowPx: number
  label: string
  /** The row that is shown at first. */
  first?: number
  /** Called when the last row comes near. */
  onEnd?(): void
  children: (index: number) => ReactNode
}

/** Rows of one height, of which only those that are seen are drawn. */
export function VirtualList({ count, rowPx, label, first, onEnd, children }: VirtualListProps) {
  const place = useRef<HTMLDivElement>(null)
  const { from, to, look } = useWindow(place, { count, rowPx, onEnd })
  useEffect(() => {
    const { current } = place
    if (current && first !== undefined) current.scrollTop = Math.max(0, first * rowPx - current.clientHeight / 2)
  }, [first, rowPx])
  return (
    <section ref={place} className="virtual" aria-label={label} tabIndex={0} onScroll={look}>
      <div style={{ height: count * rowPx, position: 'relative' }}>
        <div style={{ position: 'absolute', top: from * rowPx, left: 0, right: 0 }}>
          {Array.from({ length: to - from }, (_, index) => children(from + index))}
        </div>
      </div>
    </section>
  )
}
