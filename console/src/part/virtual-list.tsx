import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

const BEYOND = 15

export interface VirtualListProps {
  count: number
  rowPx: number
  label: string
  /** The row that is shown at first. */
  first?: number
  /** Called when the end comes near. */
  onEnd?: (() => void) | undefined
  children: (index: number) => ReactNode
}

/** Rows of one height, of which only those that are seen are drawn. */
export function VirtualList({ count, rowPx, label, first, onEnd, children }: VirtualListProps) {
  const place = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState<[number, number]>([0, 60])
  const look = useCallback(() => {
    const { current } = place
    if (!current) return
    const from = Math.max(0, Math.floor(current.scrollTop / rowPx) - BEYOND)
    const to = Math.ceil((current.scrollTop + current.clientHeight) / rowPx) + BEYOND
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
    if (to >= count) onEnd?.()
  }, [rowPx, count, onEnd])
  useEffect(look, [look])
  useEffect(() => {
    const { current } = place
    if (current && first !== undefined) current.scrollTop = Math.max(0, first * rowPx - current.clientHeight / 2)
  }, [first, rowPx])
  const to = Math.min(range[1], count)
  const seen = Array.from({ length: Math.max(0, to - range[0]) }, (_, index) => range[0] + index)
  return (
    <section ref={place} className="virtual" aria-label={label} tabIndex={0} onScroll={look}>
      <div style={{ height: count * rowPx, position: 'relative' }}>
        <div style={{ position: 'absolute', top: range[0] * rowPx, left: 0, right: 0 }}>
          {seen.map((index) => children(index))}
        </div>
      </div>
    </section>
  )
}
