import type { ServerResponse } from 'node:http'
import type { Engine } from '../../engine.ts'

/** Tells metrics how each call ends, and false when there are as many under way as the server takes. */
export function createCallCounter({ config, metrics }: Pick<Engine, 'config' | 'metrics'>) {
  let underWay = 0
  return (response: ServerResponse, target: string): boolean => {
    const startedAt = performance.now()
    underWay++
    response.once('close', () => {
      underWay--
      const { statusCode: status, req } = response
      const seconds = (performance.now() - startedAt) / 1000
      metrics.observeRequest({ method: req.method ?? '', route: `e2b ${target}`, status, seconds })
    })
    return underWay <= config.concurrentRequests
  }
}
