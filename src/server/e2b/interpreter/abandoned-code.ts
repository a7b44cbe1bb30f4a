import type { LiveMachine } from '../../../engine.ts'

type Interpreters = LiveMachine['interpreters']

const abandoned = new WeakMap<Interpreters, Set<AbortController>>()

/** Code whose reader was cut off with the machine: a paused one hears no interrupt, and is not to be killed for that. */
export function abandon(interpreters: Interpreters, code: AbortController): void {
  const others = abandoned.get(interpreters) ?? new Set()
  abandoned.set(interpreters, others.add(code))
}

/** Somebody comes again, so the machine is awake. */
export function interruptAbandoned(interpreters: Interpreters): void {
  for (const code of abandoned.get(interpreters) ?? []) code.abort()
  abandoned.delete(interpreters)
}
