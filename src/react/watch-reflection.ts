import type { EngineEvent } from '../contract/event.ts'
import { IDLE, type Reflection, reflectionAfter } from './reflection.ts'

/** Events of a run as `client.stream` and `client.runs.follow` give them. */
export type ReflectionEvents = AsyncIterable<EngineEvent>

type Listener = (reflection: Reflection) => void

/** A stream can be read only once, so all who watch it share one reading. */
const readings = new WeakMap<ReflectionEvents, { state: Reflection; listeners: Set<Listener> }>()

/** Tells the state of a stream's run, from now on until it is left. The stream is left too when nobody watches it any more. */
export function watchReflection(stream: ReflectionEvents, listener: Listener): () => void {
  const reading = readings.get(stream) ?? begin(stream)
  reading.listeners.add(listener)
  listener(reading.state)
  return () => void reading.listeners.delete(listener)
}

function begin(stream: ReflectionEvents) {
  const reading = { state: IDLE, listeners: new Set<Listener>() }
  readings.set(stream, reading)
  const tell = (state: Reflection) => {
    reading.state = state
    for (const listener of reading.listeners) listener(state)
  }
  const read = async () => {
    for await (const event of stream) {
      // React's strict mode leaves and comes back within one turn, which is no reason to end the stream.
      if (reading.listeners.size === 0) return
      tell(reflectionAfter(reading.state, event))
    }
  }
  // A stream that broke tells nothing more; its reader handles the failure.
  read()
    .catch(() => undefined)
    .finally(() => tell(IDLE))
  return reading
}
