import { useEffect, useState } from 'react'
import { IDLE, type Reflection } from './reflection.ts'
import { useElapsed } from './use-reflection-state.ts'
import { type ReflectionEvents, watchReflection } from './watch-reflection.ts'

/** Reads a stream of events and gives the state of its run; components that show the same stream share one reading of it. */
export function useReflectionOf(stream: ReflectionEvents | null | undefined): Reflection & { elapsedMs: number } {
  const [reflection, setReflection] = useState<Reflection>(IDLE)
  const elapsedMs = useElapsed(reflection.state !== 'idle')
  useEffect(() => {
    if (!stream) return
    const leave = watchReflection(stream, setReflection)
    return () => {
      leave()
      setReflection(IDLE)
    }
  }, [stream])
  return { ...reflection, elapsedMs }
}
