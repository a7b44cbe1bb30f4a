import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * Node's metrics of the process, shared by all engines in it: each engine would otherwise install observers of the
 * event loop and of the garbage collector, which can never be removed.
 */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'anneal_' })
  return registry
}
