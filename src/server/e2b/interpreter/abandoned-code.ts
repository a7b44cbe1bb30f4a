import type { LiveMachine } from '../../../engine.ts'

type Interpreters = LiveMachine['interpreters']

const abandoned = new WeakMap<Interpreters, Set<AbortController>>()

/**
 * Remembers code whose reader was cut off with the machine: a paused interpreter hears no interrupt, and must not be
 * killed for that.
 */
export function abandon(interpreters: Interpreters, code: AbortController): void {
  const others = abandoned.get(interpreters) ?? new Set()
  abandoned.set(interpreters, others.add(code))
}

/** Interrupts abandoned code when somebody comes back, since the machine is awake then. */
export function interruptAbandoned(interpreters: Interpreters): void {
  for (const code of abandoned.get(interpreters) ?? []) code.abort()
  abandoned.delete(interpreters)
}
