import { useEffect, useState } from 'react'
import type { EngineEvent } from '../contract/event.ts'
import { IDLE, type Reflection, reflectionAfter } from './reflection.ts'
import { useElapsed } from './use-reflection-state.ts'

/** Events of a run as `client.stream` and `client.runs.follow` give them. */
export type ReflectionEvents = AsyncIterable<EngineEvent>

/** Reads a stream of events and gives the state of its run. The stream is read once, by this hook alone. */
export function useReflectionOf(stream: ReflectionEvents | null | undefined): Reflection & { elapsedMs: number } {
  const [reflection, setReflection] = useState<Reflection>(IDLE)
  const elapsedMs = useElapsed(reflection.state !== 'idle')
  useEffect(() => {
    if (!stream) return
    let isLeft = false
    const read = async () => {
      let state = IDLE
      for await (const event of stream) {
        if (isLeft) return
        state = reflectionAfter(state, event)
        setReflection(state)
      }
    }
    // A stream that broke tells nothing more; its reader handles the failure.
    read()
      .catch(() => undefined)
      .finally(() => !isLeft && setReflection(IDLE))
    return () => {
      isLeft = true
      setReflection(IDLE)
    }
  }, [stream])
  return { ...reflection, elapsedMs }
}
