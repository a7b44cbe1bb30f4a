import { useCallback, useEffect, useRef, useState } from 'react'
import { IDLE, type Reflection } from './reflection.ts'

export interface ReflectionControl extends Reflection {
  /** Since the state was last idle. */
  elapsedMs: number
  setThinking(stage?: string): void
  /** The correction `attempt` of `of`, 3 unless it is told. */
  setAutoCorrect(attempt: number, of?: number): void
  /** `progress` from 0 to 1 where it is known. */
  setExecuting(progress?: number | null): void
  setIdle(): void
}

const TICK_MS = 200

/** Keeps the state that a `ReflectionIndicator` shows, for a program that sets it by hand. */
export function useReflectionState(): ReflectionControl {
  const [reflection, setReflection] = useState<Reflection>(IDLE)
  const elapsedMs = useElapsed(reflection.state !== 'idle')
  const setThinking = useCallback(
    (stage?: string) => setReflection({ ...IDLE, state: 'thinking', stage: stage ?? null }),
    [],
  )
  const setAutoCorrect = useCallback(
    (attempt: number, of = IDLE.of) =>
      setReflection({ ...IDLE, state: 'auto_correcting', attempt: within(attempt, of), of, stage: 'correct' }),
    [],
  )
  const setExecuting = useCallback(
    (progress: number | null = null) =>
      setReflection((before) => ({
        ...{ state: 'executing', stage: 'execute', attempt: before.attempt, of: before.of },
        progress: progress === null ? null : within(progress, 1),
      })),
    [],
  )
  const setIdle = useCallback(() => setReflection(IDLE), [])
  return { ...reflection, elapsedMs, setThinking, setAutoCorrect, setExecuting, setIdle }
}

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most)

/** Milliseconds since something began to go on, told a few times a second. */
export function useElapsed(isGoing: boolean): number {
  const since = useRef(0)
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    if (!isGoing) return
    since.current = performance.now()
    setElapsedMs(0)
    const timer = setInterval(() => setElapsedMs(performance.now() - since.current), TICK_MS)
    return () => clearInterval(timer)
  }, [isGoing])
  return elapsedMs
}
