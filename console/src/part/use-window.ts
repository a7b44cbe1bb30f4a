import { type RefObject, useCallback, useEffect, useState } from 'react'

const BEYOND = 15

/** The rows that are seen in a place that scrolls, and some beyond them; all rows have one height. */
export function useWindow(
  place: RefObject<HTMLElement | null>,
  { count, rowPx, onEnd }: { count: number; rowPx: number; onEnd?: (() => void) | undefined },
): { from: number; to: number; look(): void } {
  const [range, setRange] = useState<[number, number]>([0, 60])
  const look = useCallback(() => {
    const { current } = place
    if (!current) return
    const from = Math.max(0, Math.floor(current.scrollTop / rowPx) - BEYOND)
    const to = Math.ceil((current.scrollTop + current.clientHeight) / rowPx) + BEYOND
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
    if (to >= count) onEnd?.()
  }, [place, rowPx, count, onEnd])
  useEffect(look, [look])
  const to = Math.min(range[1], count)
  return { from: Math.min(range[0], to), to, look }
}
