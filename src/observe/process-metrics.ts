import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * What Node tells of the process. One for all engines in it: what they say is the same, and each would put up an observer of the
 * event loop and one of the garbage collector, which can never be taken down again.
 */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'anneal_' })
  return registry
}
