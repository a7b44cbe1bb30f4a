import { useEffect, useState } from 'react'

/** Typing is over when nothing came for this long. */
const SETTLED_MS = 200

/** Typed text, once it stays: not every letter asks the server. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
