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
  // Gauges named like counters; the same numbers stand by type under the names without it.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`anneal_nodejs_active_${what}_total`)
  return registry
}
